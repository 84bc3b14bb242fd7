# SPDX-License-Identifier: Apache-2.0
# Draws the panels of one figure: gnuplot -e "figure='9'; dir='out'; names='never auto ...'" plots.gp
# reads dir/figure9.csv and writes dir/figure9.svg. A cross at the edge: left out from there on.
if (!exists("figure") || !exists("dir") || !exists("names")) { print "figure, dir and names are needed"; exit }

set datafile separator comma
set datafile missing NaN
csv = dir."/figure".figure.".csv"
known = "hamlet always auto never greta enumerate flattened"
colours = "#0072b2 #56b4e9 #009e73 #000000 #d55e00 #cc79a7 #e69f00"
number(name) = int(sum [i = 1:words(known)] (word(known, i) eq name ? i : 0))
colour(name) = word(colours, number(name))

is_of(name) = strcol("data") eq data && strcol("axis") eq axis && strcol("line") eq name
at(name) = is_of(name) ? column("x") : NaN
shown(name) = is_of(name) && strcol("left_out") eq "" ? column(metric) * scale : NaN
cross(name) = is_of(name) && strcol("left_out") ne "" ? edge + inward * 0.025 * number(name) : NaN

# Panels: data/axis/metric, row by row, as in the paper.
if (figure eq "9" || figure eq "12") {
  set_name = figure eq "9" ? "ridesharing" : "stock"
  panels = ""
  do for [m in "latency_s throughput_events_per_s"] {
    do for [a in "events queries"] { panels = panels." ".set_name."/".a."/".m }
  }
}
if (figure eq "10" || figure eq "13") {
  set_name = figure eq "10" ? "ridesharing" : "stock"
  panels = set_name."/events/peak_bytes ".set_name."/queries/peak_bytes"
}
if (figure eq "11") {
  panels = ""
  do for [m in "latency_s throughput_events_per_s peak_bytes"] {
    do for [s in "trips smart_home"] { panels = panels." ".s."/events/".m }
  }
  panels = panels." smart_home/queries/latency_s smart_home/queries/throughput_events_per_s"
}
part(panel, i) = i == 1 ? panel[1:strstrt(panel, "/") - 1] : i == 2 \
  ? (rest = panel[strstrt(panel, "/") + 1:*], rest[1:strstrt(rest, "/") - 1]) \
  : (rest = panel[strstrt(panel, "/") + 1:*], rest[strstrt(rest, "/") + 1:*])

rows = words(panels) / 2
set terminal svg size 900, 40 + 300 * rows font "sans,12" background "white"
set output dir."/figure".figure.".svg"
set border 3
set tics nomirror
set grid ytics lc rgb "#dddddd"
set logscale y
set y2range [0:1]
set offsets graph 0.03, graph 0.03, 0, 0
set key tmargin center horizontal samplen 1.5 font ",10"
set multiplot layout rows, 2 title "Figure ".figure
do for [i = 1:words(panels)] {
  panel = word(panels, i)
  data = part(panel, 1) eq "smart_home" ? "smart home" : part(panel, 1)
  axis = part(panel, 2)
  metric = part(panel, 3)
  edge = metric eq "throughput_events_per_s" ? 0 : 1  # where a line is bad
  inward = 1 - 2 * edge
  scale = metric eq "peak_bytes" ? 1.0 / 1048576 : 1
  set title sprintf("(%c) %s", 96 + i, data) offset 0, 0.4
  set xlabel axis eq "events" ? "events per minute" : "queries"
  set ylabel metric eq "latency_s" ? "latency, s" : metric eq "peak_bytes" ? "peak memory, MiB" : "events per second"
  set format y metric eq "peak_bytes" ? "%g" : "10^{%T}"
  plot for [name in names] csv using (at(name)):(shown(name)) with linespoints lw 2 pt number(name) \
         lc rgb colour(name) notitle, \
       for [name in names] csv using (at(name)):(cross(name)) axes x1y2 with points pt 2 ps 0.7 \
         lc rgb colour(name) notitle, \
       for [name in names] keyentry with linespoints lw 2 pt number(name) lc rgb colour(name) title name
}
unset multiplot
