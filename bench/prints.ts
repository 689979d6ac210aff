// Contracts with their sketches in the print room, one job: against typst alone over the same documents; seconds, and the most memory over what the process held before.
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { ROOT } from '../apps/server/config.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { contractDoc } from '../land/paper/contract-doc.ts'
import { contractModel } from '../land/paper/documents/contract.ts'
import { sketchModel } from '../land/paper/documents/sketch.ts'
import { readContractData, readContractSketch } from '../land/paper/read.server.ts'
import { sketchDoc } from '../land/paper/sketch-doc.ts'
import { fontFiles, readFont } from '../runtime/fonts.server.ts'
import { closeRenderer } from '../services/typeset/typeset.server.ts'
import { codePicture, documentCode } from '../services/typeset/verify-link.server.ts'
import { ctxOf } from '../tests/contract/rows.ts'
import { buildContract } from '../tests/factories.ts'
import { world } from '../tests/world.ts'
import { figure, forget, judge, memory, print } from './measure.ts'

const MB = 2 ** 20
const N = Number(process.argv.find((a) => a.startsWith('--contracts='))?.slice(12) ?? 1000)
/** Parcels of each household; and the issuers over which they are spread, each a file of its own. */
const PARCELS = 3
const ISSUERS = 4
/** Against typst, seconds for a thousand (documents.md 15), and most bytes over the memory before. Typst itself holds most of them. */
const LIMIT = { ratio: 1.5, seconds: 300, memory: 700 * MB }
/** Documents of one stretch: ours and typst alone are compared as whole runs, typst before and after. */
interface Said {
  kind: string
  data: string
}

const w = await world()
const wrong: string[] = []

/** What typst is given for every contract and its sketch. */
async function documents(): Promise<Said[]> {
  const said: Said[] = []
  const { rows: books } = await w.db.pool.query('select id::text from djb order by "cbjyqzbm"')
  for (const { id } of books)
    await w.db.transaction({ tenantId: '000000' }, async (tx) => {
      const ctx: Ctx = ctxOf(tx)
      const contract = await readContractData(ctx, { djbId: id })
      const model = sketchModel(sketchDoc(await readContractSketch(ctx, contract)))
      said.push({ kind: 'contract', data: JSON.stringify(contractModel(contractDoc(contract.contract, contract.words))) })
      const docId = documentCode('SYT', model)
      said.push({ kind: 'sketch', data: JSON.stringify({ ...model, docId, qr: codePicture(docId) }) })
    })
  return said
}
/** What a piece of work took: seconds on the clock, and of the processors (all threads of this process). */
interface Taken {
  seconds: number
  processor: number
}
function timer(): () => Taken {
  const [from, used] = [performance.now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(used)
    return { seconds: (performance.now() - from) / 1000, processor: (user + system) / 1e6 }
  }
}
/** The typesetter alone: compiled and written as PDF in memory, as the product has it do. */
async function bare(all: readonly Said[]): Promise<Taken> {
  const { faces, rare } = fontFiles()
  const compiler = NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontBlobs: [...faces, ...rare].map(readFont) }] })
  const mainFilePath = join(ROOT, 'land/paper/documents/templates/main.typ')
  const taken = timer()
  for (const { kind, data } of all) {
    const document = compiler.compile({ mainFilePath, inputs: { kind, data } }).result
    if (!document) throw new Error(`${kind} was not typeset`)
    compiler.pdf(document, { pdfStandard: 'a-2b', pdfTags: false, creationTimestamp: 0 })
    compiler.evictCache(0)
    // what a document takes outside of the heap is given back between two turns
    await new Promise(setImmediate)
  }
  return taken()
}
/** Asks for a job as a person does and waits until it can be fetched; answers its row. */
async function printed(more: object = {}) {
  const county = await w.as('county')
  const { data: id, msg } = await county.post('/dzzw/print-job/start', { regionCode: '512021', forms: 'contract-sketch', packing: '1', duplex: 1, ...more })
  if (!id) throw new Error(msg)
  await w.jobs.idle()
  const { rows } = await w.db.pool.query('select status, total, done, "left", pages, "fileId" from print_job where id = $1', [id])
  const [j] = rows
  if (j.status !== '2' || Number(j.done) !== Number(j.total) || Number(j.left) !== 0 || !j.fileId) wrong.push(`job: ${JSON.stringify(j)}`)
  return { total: Number(j.total), pages: Number(j.pages) }
}
/** The job, after one of a single household, with which the typesetter and its fonts are loaded: that counts as memory, not as time. */
async function ours(): Promise<Taken & { over: number; pages: number }> {
  const idle = memory(process.pid, 'VmRSS')
  forget(process.pid)
  const { rows } = await w.db.pool.query('select cbfbm from cbf order by cbfbm limit 1')
  await printed({ cbfbms: rows[0].cbfbm })
  const taken = timer()
  const { total, pages } = await printed()
  if (total !== N) wrong.push(`${total} households`)
  return { ...taken(), over: memory(process.pid, 'VmHWM') - idle, pages }
}

try {
  for (let n = 0; n < N; n++)
    await buildContract(w, { fbfbm: `512021119203${String(4 + (n % ISSUERS)).padStart(2, '0')}`, name: `户${n}`, members: ['妻', '子'], parcels: PARCELS })
  const said = await documents()
  w.jobs.start()
  await bare(said.slice(0, 20))
  const before = await bare(said)
  const made = await ours()
  const after = await bare(said)
  const ratio = (of: keyof Taken) => (2 * made[of]) / (before[of] + after[of])
  console.log(`\n${N} contracts with sketches, ${PARCELS} parcels each, ${made.pages} pages, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded'}`)
  print(
    ['', 'seconds', 'of the processors'],
    (
      [
        ['typst alone, before', before],
        ['the job, from the request to the stored file', made],
        ['typst alone, after', after],
      ] as const
    ).map(([name, t]) => [name, figure(t.seconds), figure(t.processor)]),
  )
  console.log(`job : typst ${ratio('seconds').toFixed(2)} by the clock (limit ${LIMIT.ratio}), ${ratio('processor').toFixed(2)} of the processors`)
  console.log(`memory over before ${figure(made.over / MB)} MB (limit ${LIMIT.memory / MB})`)
  if (ratio('seconds') > LIMIT.ratio) wrong.push(`against typst ${ratio('seconds').toFixed(2)}`)
  if (made.seconds > (LIMIT.seconds * N) / 1000) wrong.push(`${figure(made.seconds)} s`)
  if (made.over > LIMIT.memory) wrong.push(`memory ${figure(made.over / MB)} MB`)
  judge(wrong)
} finally {
  await closeRenderer()
  await w.end()
}
