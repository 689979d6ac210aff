import { problems } from '../../kit/model/problem.ts'
import { readDraft } from '../../kit/model/check.ts'
import type { Fields, Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { SignAlgorithm } from '../../runtime/signature.server.ts'
import { empower } from '../push/config.ts'
import { exampleSigned, pushDocument } from '../push/document/describe-push.server.ts'
import { requireTellable } from '../push/notices.server.ts'
import { SCOPES } from '../push/scopes.ts'
import { listEntries } from '../webhook/entries.ts'
import { OPEN_BODIES } from './bodies.ts'
import { exampleOf } from './calls.ts'
import { describeApp, describeCalls, OPEN_DOCUMENTS } from './describe.ts'
import { FAULTS_OF_ALL, openFaultsOf } from './faults.server.ts'
import { openProblems, openRoute } from './open.server.ts'

/** The document of an application's own calls. */
function documentOf(app: Row<typeof empower>) {
  const scopes = SCOPES.filter((s) => listEntries(app.scopes).includes(s))
  const algorithm = (app.algorithm ?? 'HMAC-SHA256') as SignAlgorithm
  const { name, appId, dailyQuota, regionCode } = app
  const of = { algorithm, scopes, name: name ?? '', appId: appId ?? '', dailyQuota: dailyQuota ?? null, regionCode: regionCode ?? '' }
  const faults = { ofAll: FAULTS_OF_ALL, of: openFaultsOf }
  return describeApp({ ...of, isSandbox: app.isSandbox === 1 }, (path, body) => exampleSigned(algorithm, path, body), faults)
}
/** Every call of applications by its path, as their own documents tell it: for the document of all calls. */
export const openOperations = () =>
  describeCalls(SCOPES, '', (path, body) => exampleSigned('HMAC-SHA256', path, body), { ofAll: FAULTS_OF_ALL, of: openFaultsOf })
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
  if (scope === 'notice') requireTellable(ctx, body)
  return exampleOf(scope, app.regionCode).answer
}

/** The description of an application's calls for its people and for itself, and the console in which they are tried. */
export const describeSlice = (sealer: Sealer): Slice => ({
  name: 'open-description',
  resources: [],
  routes: [
    reading('tenant', 'empower_view')('/cpt-system/empower/description', '应用接口说明', ['id'], async (ctx, q) =>
      documentOf(await rows.get(ctx, empower, q.id ?? '')),
    ),
    reading('tenant', 'empower_view')('/cpt-system/empower/try', '试调用', ['id', 'scope', 'body'], tried),
    openRoute({
      path: OPEN_DOCUMENTS.path,
      summary: OPEN_DOCUMENTS.label.zh,
      audit: 'empower.description',
      body: {},
      sealer,
      perms: [],
      run: async (_ctx, _body, app) => ({ calls: documentOf(app), push: pushDocument() }),
    }),
  ],
})
