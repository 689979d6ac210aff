/** The one call of signing that strangers may make: what a document is worth, by its code, by the file, or by both. */
import { text } from '../../kit/model/field.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { FLOW, PROVIDER } from '../contract/sign-flow.ts'
import { verifyInWorker } from '../../services/pades/verify-apart.server.ts'
import { nodeOf } from '../contract/sign-pdf.server.ts'
import { nodeWords } from '../signers/signers.server.ts'
import { isFormCode, judgeFile, parseDigest, parseDocumentCode, type DocumentCheck } from './check.ts'

/** Bytes of a file that a stranger may send: a signed contract has a tenth of it. */
const MOST_FILE = 8 * 2 ** 20

/** Strangers who wait for a file to be read, and how long one may take, ms: whoever works in the office is not kept waiting by them. */
const MOST_WAITING = 8
const WORK_MS = 20_000
let waiting = 0
let line: Promise<unknown> = Promise.resolve()
/** Files of strangers are read one after the other. @throws check-busy where too many wait */
async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) throw busy()
  waiting += 1
  const done = line.then(work)
  line = done.catch(() => undefined)
  try {
    return await done
  } finally {
    waiting -= 1
  }
}
const busy = problem(503, 'check-busy', () => ({
  zh: '当前核验文件的人较多，请稍后再试；也可以输入合同页脚的文件编码或文件摘要核验',
  en: 'Many files are being verified now: try again in a moment, or enter the document code or the digest of the file',
}))

/** The contract that a code names, or whose kept file has a digest, of whatever tenant: neither edition nor digest is to be guessed. */
async function knownBy(ctx: Ctx, by: { code: string } | { hash: string }) {
  const hash = 'hash' in by ? by.hash : parseDigest(by.code)
  const named = 'code' in by ? parseDocumentCode(by.code) : undefined
  if (!hash && !named) return null
  const contracts = ctx.db.selectFrom('contract_file').select(['id', 'tenantId', 'cbhtbm', 'cbfmc', 'signWay', 'signStatus', 'qdsj', 'fileHash', 'edition'])
  const c = await (
    hash
      ? contracts.where('fileHash', '=', hash)
      : contracts.where('countyCode', '=', named!.cbhtbm.slice(0, 6)).where('cbhtbm', '=', named!.cbhtbm).where('edition', '=', named!.edition)
  )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const s = (v: unknown) => String(v ?? '')
  if (!c) return null
  const flow = await ctx.db
    .selectFrom('sign_flow')
    .select('provider')
    .where('tenantId', '=', c.tenantId)
    .where('contractId', '=', c.id)
    .where('state', '=', FLOW.signed)
    .limit(1)
    .executeTakeFirst()
  const of = { cbhtbm: s(c.cbhtbm), cbfmc: s(c.cbfmc), signWay: s(c.signWay), signStatus: s(c.signStatus), qdsj: s(c.qdsj), fileHash: s(c.fileHash) }
  return { ...of, compared: c.edition !== null, atDesk: flow !== undefined, outside: flow?.provider === PROVIDER.outside }
}
function fileOf(sent: string | undefined): Buffer | undefined {
  if (!sent) return undefined
  const bytes = Buffer.from(sent, 'base64')
  if (bytes.length > MOST_FILE) throw problems.badRequest({ zh: '文件不能超过8MB', en: 'The file may have at most 8 MB' })
  return bytes
}

/** By the code of a document, or by its `file` in base64. */
async function check(ctx: Ctx, input: TextInput<'code' | 'file'>, dataDir: string): Promise<DeferredResponse> {
  const code = (input.code ?? '').trim()
  const bytes = fileOf(input.file)
  if (!code && !bytes) throw problems.badRequest({ zh: '请输入文件编码或选择文件', en: 'Enter a document code or choose a file' })
  const hash = bytes && sha256(bytes)
  const known = code ? await knownBy(ctx, { code }) : ((await knownBy(ctx, { hash: hash! })) ?? undefined)
  const { now, lang } = ctx
  return new DeferredResponse(async (): Promise<DocumentCheck> => {
    let file: Parameters<typeof judgeFile>[0]['file']
    if (bytes) {
      const root = (await openAuthority(dataDir, timestampOf(now))).certificate.toString('pem')
      const found = await inLine(() => verifyInWorker(bytes, [root], { workMs: WORK_MS }))
      const signatures = found.map(({ certificate: _pem, stamped: _stamped, ...s }) => {
        const node = nodeOf(s.reason)
        return { ...s, time: s.time ? localTime(new Date(s.time)) : '', as: node && nodeWords(node) }
      })
      file = { sha256: hash!, signatures }
    }
    const { says, ...rest } = judgeFile({ ...(known === undefined ? {} : { known }), ...(file ? { file } : {}), form: isFormCode(code) })
    return { ...rest, says: says.map((t) => t[lang]) }
  })
}

/** Verification for everybody: masked names, few calls a minute. Source: rulings.md 14. */
export const checkRoute = (dataDir: string): Route =>
  route({
    method: 'POST',
    path: '/sign/check-document',
    perm: 'public',
    scope: 'land',
    audit: 'contract_file.check-document',
    summary: '核验签署文件',
    rate: 'signers',
    maxBody: 12 * 2 ** 20,
    body: { code: text('文件编码', { en: 'Document code', max: 64 }), file: text('文件', { en: 'File', max: 12 * 2 ** 20 }) },
    asSystem: 'strangers verify documents of any tenant: by a code that is not guessed, and are shown masked names',
    run: (ctx, input) => check(ctx, input, dataDir),
  })
