// Runs every benchmark with the product's Node: node bench/all.mjs [--rows=100000 [--rows=1000000]]. DATABASE_URL unset = the embedded engine.
import { install, node24, run } from '../tools/runtime.mjs'

install()
run(node24(), ['bench/run.ts', ...process.argv.slice(2)])
