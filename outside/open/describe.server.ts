import { isRefusal, problems, type Problem } from '../../kit/model/problem.ts'
import { readDraft } from '../../kit/model/check.ts'
import type { Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { signature, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { empower } from '../push/config.ts'
import { SCOPES, type OpenScope } from '../push/scopes.ts'
import { listEntries } from '../webhook/entries.ts'
import { OPEN_BODIES } from './bodies.ts'
import { OPEN_CALLS } from './calls.ts'
import { describeApp, type DescribedFault, type SignedExample } from './describe.ts'
import { openProblems } from './open.server.ts'

/** A call that nobody makes: its secret is no application's. */
const EXAMPLE = { secret: '0123456789abcdef'.repeat(4), method: 'POST', timestamp: '1780275600000', nonce: 'example-nonce-0001' }
function signedExample(algorithm: SignAlgorithm, scope: OpenScope): SignedExample {
  const { path: at, example } = OPEN_CALLS[scope]
  const [path, body] = [`/api${at}`, JSON.stringify(example)]
  const { secret, method, timestamp, nonce } = EXAMPLE
  return { ...EXAMPLE, path, body, sign: signature(secret, algorithm, method, path, timestamp, nonce, body) }
}
const fault = ({ status, key, words }: Problem): DescribedFault => ({ status, key, ...words })
/** What every call may be refused with. */
const FAULTS: readonly DescribedFault[] = [
  openProblems.signature(),
  openProblems.replayed(),
  openProblems.disabled(),
  openProblems.address(),
  openProblems.scope({ scope: 'notice' }),
  openProblems.quota({ n: 1000, retryAfter: 3600 }),
  problems.notFound({ zh: '承包合同', en: 'Contract' }),
]
  .filter(isRefusal)
  .map(fault)

async function description(ctx: Ctx, id: string) {
  const app = await rows.get(ctx, empower, id)
  const scopes = SCOPES.filter((s) => listEntries(app.scopes).includes(s))
  const algorithm = (app.algorithm ?? 'HMAC-SHA256') as SignAlgorithm
  const of = { name: app.name ?? '', appId: app.appId ?? '', algorithm, scopes, isSandbox: app.isSandbox === 1, dailyQuota: app.dailyQuota ?? null }
  return describeApp(of, signedExample(algorithm, scopes[0] ?? 'notice'), FAULTS)
}
/** What the sandbox says to a body: checked as the call checks it, nothing read and nothing changed. @throws open-scope, bad-request, unknown-parameter, invalid */
async function tried(ctx: Ctx, q: { id: string | undefined; scope: string | undefined; body: string | undefined }) {
  const app = await rows.get(ctx, empower, q.id ?? '')
  const scope = SCOPES.find((s) => s === q.scope)
  if (!scope || !listEntries(app.scopes).includes(scope)) throw openProblems.scope({ scope: String(q.scope ?? '') })
  let body: unknown
  try {
    body = JSON.parse(String(q.body ?? ''))
  } catch {
    body = undefined
  }
  if (!body || typeof body !== 'object' || Array.isArray(body)) throw problems.badRequest({ zh: '请求体应为JSON对象', en: 'The body is a JSON object' })
  const { wrong, unknown } = readDraft(OPEN_BODIES[scope] as Fields, body as Record<string, unknown>)
  if (unknown[0]) throw problems.unknownParameter({ name: unknown[0] })
  if (wrong.length) throw problems.invalid(wrong)
  return OPEN_CALLS[scope].answer
}

/** The description of an application's calls, and the console in which they are tried. */
export const describeSlice: Slice = {
  name: 'open-description',
  resources: [],
  routes: [
    reading('tenant', 'empower_view')('/cpt-system/empower/description', '应用接口说明', ['id'], (ctx, q) => description(ctx, q.id ?? '')),
    reading('tenant', 'empower_view')('/cpt-system/empower/try', '试调用', ['id', 'scope', 'body'], tried),
  ],
}
