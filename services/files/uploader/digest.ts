/** Digests of bytes that come in parts, for the browser, which has none for streams. Sources: RFC 1321 (MD5), FIPS 180-4 (SHA-256). */
export interface Digest {
  add(bytes: Uint8Array): void
  /** hexadecimal digits; nothing can be added afterwards */
  end(): string
}
type Round = (state: Uint32Array, block: DataView, at: number) => void

/** What both have in common: blocks of 64 bytes, a one behind the last, the number of bits in the end. */
function blocks(state: Uint32Array, round: Round, little: boolean): Digest {
  const rest = new Uint8Array(64)
  const view = new DataView(rest.buffer)
  let [held, length] = [0, 0]
  function add(bytes: Uint8Array): void {
    length += bytes.length
    let at = 0
    if (held > 0) {
      at = Math.min(64 - held, bytes.length)
      rest.set(bytes.subarray(0, at), held)
      held += at
      if (held < 64) return
      round(state, view, 0)
    }
    const all = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (; at + 64 <= bytes.length; at += 64) round(state, all, at)
    rest.set(bytes.subarray(at))
    held = bytes.length - at
  }
  return {
    add,
    end() {
      const bits = length * 8
      add(new Uint8Array(held < 56 ? 56 - held : 120 - held).fill(0x80, 0, 1))
      view.setUint32(little ? 56 : 60, bits >>> 0, little)
      view.setUint32(little ? 60 : 56, Math.floor(bits / 2 ** 32), little)
      round(state, view, 0)
      const out = new DataView(new ArrayBuffer(state.length * 4))
      state.forEach((x, i) => out.setUint32(i * 4, x, little))
      return [...new Uint8Array(out.buffer)].map((b) => b.toString(16).padStart(2, '0')).join('')
    },
  }
}

const SINES = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32))
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const words = new Uint32Array(64)
const md5Round: Round = (s, block, at) => {
  for (let i = 0; i < 16; i++) words[i] = block.getUint32(at + i * 4, true)
  let [a, b, c, d] = [s[0]!, s[1]!, s[2]!, s[3]!]
  for (let i = 0; i < 64; i++) {
    let f: number, g: number
    if (i < 16) [f, g] = [(b & c) | (~b & d), i]
    else if (i < 32) [f, g] = [(d & b) | (~d & c), (5 * i + 1) & 15]
    else if (i < 48) [f, g] = [b ^ c ^ d, (3 * i + 5) & 15]
    else [f, g] = [c ^ (b | ~d), (7 * i) & 15]
    const sum = (a + f + SINES[i]! + words[g]!) | 0
    const shift = SHIFTS[((i >> 4) << 2) | (i & 3)]!
    a = d
    d = c
    c = b
    b = (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0
  }
  s[0] = s[0]! + a
  s[1] = s[1]! + b
  s[2] = s[2]! + c
  s[3] = s[3]! + d
}
export const md5 = (): Digest => blocks(Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476), md5Round, true)

/** First 32 bits behind the point of a root. */
const bitsOf = (root: number) => Math.floor((root % 1) * 2 ** 32)
const PRIMES = Array.from({ length: 312 }, (_, i) => i).filter((n) => n > 1 && Array.from({ length: n - 2 }, (_, i) => i + 2).every((k) => n % k !== 0))
const CUBES = Uint32Array.from(PRIMES.slice(0, 64), (p) => bitsOf(Math.cbrt(p)))
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n))
const sha256Round: Round = (s, block, at) => {
  for (let i = 0; i < 16; i++) words[i] = block.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15]!, words[i - 2]!]
    words[i] = words[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + words[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = [s[0]!, s[1]!, s[2]!, s[3]!, s[4]!, s[5]!, s[6]!, s[7]!]
  for (let i = 0; i < 64; i++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + CUBES[i]! + words[i]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) s[i] = s[i]! + x
}
export const browserSha256 = (): Digest =>
  blocks(
    Uint32Array.from(PRIMES.slice(0, 8), (p) => bitsOf(Math.sqrt(p))),
    sha256Round,
    false,
  )
