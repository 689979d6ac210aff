// How much a run does, and what its chances are sown with. `npm test` takes a sample of what is sown, `npm run test:long` (TEST_VOLUME=whole) all of it.

/** The seed of a run: SEED, which the test command says and hands to every process, or a new one. A test that is sown tells it with every failure. */
export const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

if (process.env.TEST_VOLUME && process.env.TEST_VOLUME !== 'whole') throw new Error(`TEST_VOLUME '${process.env.TEST_VOLUME}' is not known`)
/** The whole number, or that of the sample. */
export const volume = (whole: number, sample: number): number => (process.env.TEST_VOLUME === 'whole' ? whole : sample)
