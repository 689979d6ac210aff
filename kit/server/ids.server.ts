/** Milliseconds are counted from here; today's ids have 19 digits and stay below 2^63 until 2080. */
const EPOCH = 1288834974657n
let last = 0n
let count = 0n

/** A new 64-bit, time-ordered id as text of 19 digits. `worker` (0-1023) keeps two servers apart. */
export function newId(worker: number = Number(process.env.WORKER_ID || process.pid % 1024)): string {
  let now = BigInt(Date.now())
  if (now < last) now = last
  if (now === last) {
    count = (count + 1n) & 0xfffn
    if (count === 0n) now += 1n
  } else count = 0n
  last = now
  return (((now - EPOCH) << 22n) | (BigInt(worker) << 12n) | count).toString()
}
