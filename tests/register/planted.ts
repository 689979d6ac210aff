// Every planted fault is caught, in a run of its own: vitest run --config tests/register/faults.config.ts (test:long does).
import { testFaults } from './caught.ts'
import { FAULTS } from './faults.ts'

testFaults(FAULTS)
