// A file of a gigabyte goes up in chunks to a server process of its own: how long it takes, and the most memory the process held over its idle size.
import { startServed } from './served.ts'
import { createHash, randomBytes } from 'node:crypto'
import { plantHomes } from '../tests/contract/rows.ts'
import { client, preparedPlace, signIn } from '../tests/crash/program.ts'
import { figure, forget, judge, memory, print } from './measure.ts'

const MB = 2 ** 20
const SIZE = Number(process.argv.find((a) => a.startsWith('--mb='))?.slice(5) ?? 1024) * MB
const SLICE = 20 * MB
/** Most that the process may hold over its idle size, bytes, whatever the size of the file. */
const LIMIT = 256 * MB
const AT = '/cpt-resource/attach/endpoint'

/** Chunk `i` of a video: the same block with its number in it, so that nobody holds the whole file. */
const block = randomBytes(SLICE)
block.write('\0\0\0\x18ftypmp42', 0, 'latin1')
function chunk(i: number): Buffer {
  block.writeUInt32LE(i, 64)
  return block.subarray(0, Math.min(SLICE, SIZE - i * SLICE))
}
const md5 = (b: Buffer) => createHash('md5').update(b).digest('hex')

const place = await preparedPlace((a) => plantHomes(a, '9'))
const { child, address } = await startServed(place.env)
try {
  const token = await signIn(address, 'county')
  const c = client(address, token)
  const chunks = Math.ceil(SIZE / SLICE)
  const [whole, sha256] = [createHash('md5'), createHash('sha256')]
  for (let i = 0; i < chunks; i++) {
    whole.update(chunk(i))
    sha256.update(chunk(i))
  }
  const [key, digest] = [whole.digest('hex'), sha256.digest('hex')]
  await c.post(`${AT}/check-file`, { attachMd5: key })
  const idle = memory(child.pid, 'VmRSS')
  const rows: string[][] = []
  const over: string[] = []
  async function step(name: string, work: () => Promise<unknown>): Promise<void> {
    forget(child.pid)
    const from = performance.now()
    await work()
    const seconds = (performance.now() - from) / 1000
    const peak = memory(child.pid, 'VmHWM') - idle
    if (peak > LIMIT) over.push(`${name}: ${figure(peak / MB)} MB`)
    rows.push([name, figure(seconds), figure(SIZE / MB / seconds), figure(peak / MB)])
  }
  await step('chunks', async () => {
    for (let i = 0; i < chunks; i++) {
      const bytes = chunk(i)
      const fields = {
        attachMd5: key,
        attachName: 'a.mp4',
        attachSize: String(SIZE),
        attachChunk: String(chunks),
        chunkMd5: md5(bytes),
        chunkSize: String(bytes.length),
        chunkIndex: String(i),
      }
      const a = await c.upload(`${AT}/upload-chunk`, { name: 'blob', bytes }, fields)
      if (a?.data?.code !== 5) throw new Error(JSON.stringify(a))
    }
  })
  let id = ''
  await step('merge', async () => {
    const a = await c.post(`${AT}/merge-chunk`, { attachMd5: key, businessId: '9' })
    if (a?.data?.sha256 !== digest) throw new Error(JSON.stringify(a))
    id = a.data.id
  })
  for (const [name, path] of [
    ['download', `download?id=${id}`],
    ['download-zip', 'download-zip?businessId=9'],
  ])
    await step(name!, async () => {
      let bytes = 0
      const r = await fetch(`${address}/api${AT}/${path}`, { headers: { 'cpt-auth': `bearer ${token}` } })
      for await (const part of r.body!) bytes += part.length
      if (bytes < SIZE) throw new Error(`${bytes} bytes of ${SIZE}`)
    })
  console.log(`${SIZE / MB} MB in ${chunks} chunks; the idle process holds ${figure(idle / MB)} MB`)
  print(['step', 'seconds', 'MB/s', 'MB over idle'], rows)
  judge(over)
} finally {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('close', done))
  await place.drop()
}
