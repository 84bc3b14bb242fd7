# SPDX-License-Identifier: Apache-2.0
# Draws dir/throughput.svg, dir/kleene.svg and dir/latency.svg from dir/summary.csv: gnuplot -e "dir='out'" plots.gp
if (!exists("dir")) { print "dir is needed"; exit }
set datafile separator comma
set datafile columnheaders
set datafile missing ""
csv = dir."/summary.csv"
streams = "< grep -v -E '^(cep|exact|approx)-' ".csv
paced = "< grep -v -E '^(cep|exact|approx|no-op)' ".csv
of(name) = strstrt(strcol("variant"), name) == 1 ? column("n") : NaN

set terminal svg size 900,460 dynamic font "sans,13" background rgb "white"
set grid ytics lc rgb "#dddddd"
set style fill solid 0.8
set boxwidth 0.6
set xtics rotate by -35 noenhanced
set rmargin 12

set output dir."/throughput.svg"
set title "Million events a second, median and quartiles over the forks"
set yrange [0:*]
unset key
plot streams using 0:(column("events_per_s") / 1e6):xtic(strcol("variant")) with boxes lc rgb "#0072b2", \
     streams using 0:(column("events_per_s") / 1e6):(column("low") / 1e6):(column("high") / 1e6) \
       with yerrorbars lc rgb "black" pt 0

set output dir."/latency.svg"
set title "Milliseconds from the watermark to the result, at a fixed rate"
set logscale y
set yrange [1:*]
set key top left
plot paced using 0:(column("latency_p99_ms")):xtic(strcol("variant")) with boxes lc rgb "#56b4e9" title "p99", \
     paced using 0:(column("latency_p50_ms")) with boxes lc rgb "#0072b2" title "p50"

set output dir."/kleene.svg"
set title "Events a second of SEQ(A, B+) with n B after each A"
set logscale xy
set yrange [10:*]
set format y "10^{%T}"
set xtics norotate enhanced
set xlabel "n"
set xrange [4:20000]
set key center right
plot csv using (of("exact-")):(column("events_per_s")) with linespoints lw 2 pt 7 lc rgb "#0072b2" title "Horatio, EXACT", \
     csv using (of("approx-")):(column("events_per_s")) with linespoints lw 2 pt 5 lc rgb "#009e73" title "Horatio, APPROX", \
     csv using (of("cep-")):(column("events_per_s")) with linespoints lw 2 pt 9 lc rgb "#d55e00" title "Flink CEP"
