import { sm3 } from 'sm-crypto-v2'

/** Rounds that make guessing a short word from its digest slow, and are not felt by whoever types it. */
const ROUNDS = 2000
/** The digest of a lock word: SM3 over salt and word, again and again. */
export function lockDigest(salt: string, word: string): string {
  let d = `${salt}${word}`
  for (let i = 0; i < ROUNDS; i++) d = sm3(salt + d)
  return d
}
