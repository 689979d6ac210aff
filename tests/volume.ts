// How much a run does, and what its chances are sown with. `npm test` takes a sample of what is sown, `npm run test:long` (TEST_VOLUME=whole) all of it.

/** The seed of property tests, told with every failure: SEED, which the test command prints. `npm test` has always the same, the long run another each time. */
export const SEED = Number(process.env.SEED ?? 1)

if (process.env.TEST_VOLUME && process.env.TEST_VOLUME !== 'whole') throw new Error(`TEST_VOLUME '${process.env.TEST_VOLUME}' is not known`)
/** The whole number, or that of the sample. */
export const volume = (whole: number, sample: number): number => (process.env.TEST_VOLUME === 'whole' ? whole : sample)
/** The seed of moments at which a program is killed: the sample of `npm test` has the same whatever its SEED. */
export const MOMENTS = volume(SEED, 1)
