import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PUBLICITY } from '../../../business/publicity/clock.ts'
import { clock, localTime, moved } from '../../../kit/server/clock.server.ts'
import type { Upload } from '../../../kit/server/route.server.ts'
import { SIGN } from '../../../land/definitions/statuses.ts'
import { renderPdf } from '../../../land/paper/documents/documents.server.ts'
import { PLATFORM_TENANT } from '../../../platform/seed/tenant-codes.ts'
import { digestsOf } from '../../../services/files/intake/intake.server.ts'
import { timestampOf } from '../../../services/typeset/pdf.server.ts'
import { ON_SITE } from '../../../signing/contract/flow.ts'
import { NODE } from '../../../signing/contract/sign-flow.ts'
import type { Config } from '../config.server.ts'
import type { Application } from '../app.server.ts'
import { demoDay, type DemoCall } from './calls.server.ts'

/** Hands a file in as an upload, which takes its file away. */
export async function uploading<T>(dataDir: string, file: { name: string; type: string; bytes: Buffer }, work: (upload: Upload) => Promise<T>): Promise<T> {
  const { name, type, bytes } = file
  const folder = join(dataDir, 'work')
  const path = join(folder, `demo-${process.pid}`)
  await mkdir(folder, { recursive: true })
  await writeFile(path, bytes)
  try {
    return await work({ path, name, size: bytes.length, sha256: (await digestsOf([path])).sha256, type })
  } finally {
    await rm(path, { force: true })
  }
}

/** So many days ago each step of a case was done; what is signed and registered is so today, as the register knows its village since today's import. */
const AGO = { register: 40, survey: 38, check: 36, posted: 35, publicity: 18, recheck: 15, sign: 0 } as const
type Task = Exclude<keyof typeof AGO, 'posted'>
/** Types of the demonstration's cases that are registered when they are rechecked. */
const UNSIGNED: readonly string[] = ['change_contract']
const PERFORMERS: Readonly<Record<Task, string>> = { register: 'village', survey: 'town', check: 'town', publicity: 'village', recheck: 'county', sign: 'town' }
const OPINIONS: Readonly<Record<Task, string>> = {
  register: '材料齐全，予以受理',
  survey: '经实地调查核实，情况属实',
  check: '初审通过',
  publicity: '公示期满，无异议',
  recheck: '复审通过',
  sign: '合同已签订',
}
/** A case as its calls answer it, as far as it is asked here. */
interface Standing {
  id: string
  businessTypeCode: string
  obligeName: string
  status: string
  taskId: string | null
  taskKey: Task | null
  processInstanceId: string | null
  files: { businessItem: string; fileName: string; isRequired: string; given: number }[]
  contracts: { id: string; cbhtbm: string; signStatus: string; signWay: string | null }[]
}
/** What the demonstration works with. */
export interface DemoDesk {
  call: DemoCall
  app: Pick<Application, 'db' | 'jobs'>
  dataDir: Config['dataDir']
  /** aborted when the server stops */
  signal: AbortSignal
}
const caseOf = (call: DemoCall, id: string): Promise<Standing> => call('county', '/yw-accept/business/detail', { id })

/** One page that says what it stands for: the demonstration has no scans of anybody's papers. */
function samplePaper(title: string, about: readonly (readonly [string, string])[], day: string): Promise<Buffer> {
  const text = '本页由示范程序生成，供演示使用，代替实际办理时扫描上传的材料。'
  const letters = [{ title, blocks: [{ kind: 'facts', rows: about } as const, { kind: 'text', text } as const], from: [day] }]
  return renderPdf('letter', { title, letters }, { timestamp: timestampOf(localTime(clock())) })
}
/** Hands in a paper of a case or of a household. */
export async function handIn(
  d: DemoDesk,
  o: { businessId: string; businessItem: string; title: string; of: string; account: string; daysAgo: number },
): Promise<void> {
  const { businessId, businessItem, title, of, account, daysAgo } = o
  const bytes = await samplePaper(title, [['承包方', of]], demoDay(-daysAgo))
  await uploading(d.dataDir, { name: `${title.replaceAll('/', '、')}.pdf`, type: 'application/pdf', bytes }, (upload) =>
    d.call(account, '/cpt-resource/attach/endpoint/upload', { businessId, businessItem }, { daysAgo, facts: { upload } }),
  )
}
/** Hands in every paper that the task of a case asks for and that is not there. */
async function papersOf(d: DemoDesk, c: Standing, account: string, daysAgo: number, also: readonly string[] = []): Promise<void> {
  for (const { businessItem, fileName, isRequired, given } of c.files)
    if ((isRequired === '1' || also.includes(businessItem)) && given === 0)
      await handIn(d, { businessId: c.id, businessItem, title: fileName, of: c.obligeName, account, daysAgo })
}

/** A name by hand: strokes that are its own, as a PNG in base64. */
async function handwriting(name: string): Promise<string> {
  const glyph = (sign: string, at: number) => {
    const n = sign.codePointAt(0)!
    const [x, y] = [at * 170 + 40, 40 + (n % 30)]
    return `M${x} ${y + 10} q60 ${(n % 40) - 20} 130 -4 M${x + 60 + (n % 20)} ${y - 20} q-10 90 -${50 + (n % 30)} 150 M${x + 10} ${y + 60} q50 -${n % 25} 110 6 M${x + 70} ${y + 50} q20 60 ${60 + (n % 15)} 90`
  }
  const signs = [...name]
  const path = signs.map(glyph).join(' ')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${signs.length * 170 + 80}" height="240"><path d="${path}" stroke="black" stroke-width="9" stroke-linecap="round" fill="none"/></svg>`
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
}
interface AtDesk {
  nodes: { nodeSort: number; state: string }[]
}
/** Who signs at each node, as his document says. */
const documentsOf = async ({ app }: DemoDesk, contractId: string) =>
  app.db.transaction({ tenantId: PLATFORM_TENANT }, (tx) =>
    tx.selectFrom('sign_node').select(['nodeSort', 'signerName', 'signerIdCard']).where('contractId', '=', contractId).orderBy('nodeSort').execute(),
  )
/** Whatever jobs are queued has been done; throws when the server stops meanwhile. */
async function jobsDone({ app, signal }: DemoDesk): Promise<void> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([app.jobs.idle(), stopped]).finally(() => signal.removeEventListener('abort', stop))
}
/** Whoever has his turn at a contract shows his document, reads the whole and writes his name, and the next one after him. */
async function signedAtDesk(d: DemoDesk, contractId: string): Promise<void> {
  const { call } = d
  for (const { nodeSort, signerName, signerIdCard } of await documentsOf(d, contractId)) {
    const { nodes }: AtDesk = await call('sign', '/sign/onsite/desk', { contractId })
    if (nodes.find((n) => n.nodeSort === nodeSort)?.state !== NODE.open) continue
    const shown = { docType: '1', docMeans: 'typed', docName: signerName, docNumber: signerIdCard }
    const { pass } = await call('sign', '/sign/onsite/compare', { contractId, nodeSort, ...shown })
    const at = { contractId, nodeSort, pass }
    await call('sign', '/sign/onsite/file', at)
    await call('sign', '/sign/onsite/sign', { ...at, consent: 1, means: 'touch', picture: await handwriting(signerName!) })
  }
}
/** The contracts of a case are signed on site, and somebody who did not sit at the desk looks at each file. */
async function signed(d: DemoDesk, c: Standing): Promise<void> {
  const { call } = d
  const waiting = c.contracts.filter(({ signStatus }) => ![SIGN.signing, SIGN.toExamine, SIGN.signed].some((s) => s === signStatus)).map(({ id }) => id)
  if (waiting.length) {
    await call('sign', '/dzzw/choose-sign-way', { businessId: c.id, contractIds: waiting, signWay: ON_SITE })
    await call('sign', '/sign/start', { uniqueKey: c.id, businessKeys: waiting.join() })
  }
  // the files that are signed are made by jobs
  await jobsDone(d)
  for (const { id } of c.contracts) await signedAtDesk(d, id)
  for (const { id, signStatus } of (await caseOf(call, c.id)).contracts)
    if (signStatus === SIGN.toExamine) await call('town', '/dzzw/contract/examine', { contractId: id, pass: 1 })
}
interface Round {
  id: string
  rev: number
  status: string
}
const roundsOf = async ({ call }: DemoDesk, of: { businessId: string } | { taskId: string | null }): Promise<Round[]> =>
  (await call('village', '/yw-publicity/publicity/page', { ...of, size: 10, current: 1 })).records
/** Posts a case, so many days ago, where it is not posted yet; answers the round. */
async function posted(d: DemoDesk, c: Standing, daysAgo: number): Promise<Round> {
  const { call } = d
  const begun = (await roundsOf(d, { taskId: c.taskId })).find(({ status }) => status === PUBLICITY.doing || status === PUBLICITY.done)
  if (begun) return begun
  const round = { taskId: c.taskId, title: `${c.obligeName}公示`, startDate: demoDay(-daysAgo), days: 15, place: '玉顶村村务公开栏' }
  const id = await call('village', '/yw-publicity/publicity/save', round, { daysAgo })
  return (await roundsOf(d, { taskId: c.taskId })).find((r) => r.id === id)!
}

const momentAgo = (days: number) => moved(localTime(clock()), -days * 86_400)
interface AtWindow {
  /** what an earlier start left */
  draft: string | undefined
  also: readonly string[] | undefined
  isToday: boolean
}
/** Takes a case down at the window with its papers and sends it. Answers the case. */
export async function accepted(d: DemoDesk, sent: object, { draft, also, isToday }: AtWindow): Promise<string> {
  const { call } = d
  const daysAgo = isToday ? 0 : AGO.register
  const whole = { ...sent, businessReceiver: '村级经办', businessReceiveTime: momentAgo(daysAgo) }
  const id: string = draft ?? (await call(PERFORMERS.register, '/yw-accept/business/submit', whole, { daysAgo }))
  await papersOf(d, await caseOf(call, id), PERFORMERS.register, daysAgo, also)
  await call(PERFORMERS.register, '/yw-accept/business/save-commit', { ...whole, id }, { daysAgo })
  return id
}

/**
 * Takes a case that was accepted from the task where it stands to the register, as the people of the demonstration would; what a job still has to register is waited
 * for. `until`: the posting, for a case that begins today and waits there.
 */
export async function brought(d: DemoDesk, id: string, until?: 'publicity'): Promise<void> {
  const { call } = d
  // what became of it once it was posted is people's
  if (until && (await roundsOf(d, { businessId: id })).some(({ status }) => status !== PUBLICITY.todo)) return
  for (;;) {
    const c = await caseOf(call, id)
    const task = c.taskKey
    if (!task) break
    // what registers is done today, whichever task of the type is its last
    const isLast = task === (UNSIGNED.includes(c.businessTypeCode) ? 'recheck' : 'sign')
    const [account, daysAgo] = [PERFORMERS[task], until || isLast ? 0 : AGO[task]]
    const round = task === 'publicity' ? await posted(d, c, until ? 0 : AGO.posted) : undefined
    if (round && until) return
    if (task === 'sign') await signed(d, c)
    await papersOf(d, c, account, daysAgo)
    // what was posted lies with the case before its posting is over
    if (round && round.status !== PUBLICITY.done) await call(account, '/yw-publicity/publicity/complete', { id: round.id, rev: round.rev }, { daysAgo })
    await call(account, '/yw-accept/business/commit', { taskId: c.taskId, processInstanceId: c.processInstanceId, comment: OPINIONS[task] }, { daysAgo })
  }
  await jobsDone(d)
}
