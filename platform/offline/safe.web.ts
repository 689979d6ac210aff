/** What a tablet keeps, encrypted by a code that its clerk chose (docs/adr/0031): AES-GCM, the key made of the code and kept nowhere. */

/** A place for named values, which the browser has. `put` puts all or none. */
export interface Shelf {
  get(name: string): Promise<unknown>
  put(entries: readonly (readonly [name: string, value: unknown])[]): Promise<void>
  remove(names: readonly string[]): Promise<void>
  names(): Promise<string[]>
}
/** Values of one person, as long as the page is open. */
export interface Safe {
  get<T>(name: string): Promise<T | undefined>
  put(entries: Readonly<Record<string, unknown>>): Promise<void>
  remove(names: readonly string[]): Promise<void>
  /** names that begin so */
  names(prefix: string): Promise<string[]>
}
interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}
/** Whose values lie here. */
export interface Owner {
  userId: string
  name: string
}
interface Lock extends Owner {
  salt: Uint8Array<ArrayBuffer>
  proof: Sealed
}
/** Rounds of PBKDF2-SHA-256: half a second on a tablet for each code that somebody tries. */
const ROUNDS = 600_000
/** Characters of a code at least. */
export const LEAST_CODE = 8
const PROOF = 'chengbao'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const random = (n: number) => crypto.getRandomValues(new Uint8Array(n))

async function keyOf(code: string, salt: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const from = await crypto.subtle.importKey('raw', bytesOf(code.normalize('NFKC')), 'PBKDF2', false, ['deriveKey'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return crypto.subtle.deriveKey(how, from, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
/** The name is sealed with the value: none can be put in another's place. */
async function seal(key: CryptoKey, name: string, value: unknown): Promise<Sealed> {
  const iv = random(12)
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, key, bytesOf(JSON.stringify(value))) }
}
async function unseal(key: CryptoKey, name: string, { iv, data }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, key, data)
  return JSON.parse(new TextDecoder().decode(plain))
}

const LOCK = 'lock/'
/** The name under which somebody's place begins. */
export const safeLockName = (userId: string): string => LOCK + userId
/** Whose values lie on this tablet. */
export async function ownersOf(shelf: Shelf): Promise<Owner[]> {
  const names = (await shelf.names()).filter((n) => n.startsWith(LOCK))
  return Promise.all(
    names.map(async (n) => {
      const { userId, name } = (await shelf.get(n)) as Lock
      return { userId, name }
    }),
  )
}
/** Opens somebody's values with his code; the first code makes the place. Undefined where the code is not his. */
export async function openSafe(shelf: Shelf, owner: Owner, code: string): Promise<Safe | undefined> {
  const name = safeLockName(owner.userId)
  let lock = (await shelf.get(name)) as Lock | undefined
  const salt = lock?.salt ?? random(16)
  const key = await keyOf(code, salt)
  if (!lock) {
    lock = { ...owner, salt, proof: await seal(key, name, PROOF) }
    await shelf.put([[name, lock]])
  }
  const isHis = await unseal(key, name, lock.proof).then(
    (v) => v === PROOF,
    () => false,
  )
  return isHis ? safeOf(shelf, key, `${owner.userId}/`) : undefined
}
const safeOf = (shelf: Shelf, key: CryptoKey, at: string): Safe => ({
  async get<T>(name: string) {
    const sealed = (await shelf.get(at + name)) as Sealed | undefined
    return sealed && ((await unseal(key, at + name, sealed)) as T)
  },
  async put(entries) {
    const sealed = await Promise.all(Object.entries(entries).map(async ([n, v]) => [at + n, await seal(key, at + n, v)] as const))
    await shelf.put(sealed)
  },
  remove: (names) => shelf.remove(names.map((n) => at + n)),
  names: async (prefix) => (await shelf.names()).filter((n) => n.startsWith(at + prefix)).map((n) => n.slice(at.length)),
})
