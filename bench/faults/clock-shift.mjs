// Preloaded into a server under fault: its clock is ahead by the milliseconds that a file names, read anew on SIGUSR2.
import { readFileSync } from 'node:fs'

const Real = Date
let ahead = 0
globalThis.Date = class extends Real {
  constructor(...a) {
    if (a.length) super(...a)
    else super(Real.now() + ahead)
  }
  static now() {
    return Real.now() + ahead
  }
}
process.on('SIGUSR2', () => {
  ahead = Number(readFileSync(process.env.FAULTS_CLOCK, 'utf8'))
})
