import { momentOf } from '../../kit/server/clock.server.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, FileResponse, ids, type RequestFacts, type Route, type TextInput } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { attach, Attach } from './attach.ts'
import { ATTACH_PATH, attachmentRow } from './attachments.server.ts'
import { mayBeShown } from './intake/content.server.ts'
import { linkFits, LINK_SECONDS, linkToken, type Mode } from './link.server.ts'
import { MAX_PDF, pdfFault } from './intake/pdf.server.ts'
import { fileProblems } from './problems.ts'
import { digestOf, type Storage } from './storage/storage.server.ts'

const MAX_LINKS = 100

const JUDGED = 10_000
/** Which stored PDFs do nothing when they are opened; files never change under their name. */
const judged = new Map<string, boolean>()
/** Whether a stored file may be shown in place. PDFs are looked through here as well: some lie here from before uploads did so, or came another way. */
async function isShown(storage: Storage, row: Attach): Promise<boolean> {
  if (row.contentType !== 'application/pdf') return mayBeShown(row.contentType)
  const name = row.ossName!
  const known = judged.get(name)
  if (known !== undefined) return known
  const good = (row.attachSize ?? 0) <= MAX_PDF && !(await pdfFault(await storage.read(name)))
  if (judged.size >= JUDGED) judged.clear()
  judged.set(name, good)
  return good
}

/** Megabytes of a file whose bytes are compared each time it is handed out; an archived one (a signed contract) is compared whatever its size. */
const COMPARED_MB = 20
/** Refuses a file whose bytes are not those of its digest: what was signed or handed in is not replaced by something else. @throws file-gone, file-changed */
export async function requireAsKept(storage: Storage, row: Attach): Promise<void> {
  const name = row.name ?? ''
  if (!(await storage.has(row.ossName!))) throw fileProblems.gone({ name })
  const isCompared = row.sha256 && (row.locked === 1 || (row.attachSize ?? 0) <= COMPARED_MB * 2 ** 20)
  if (isCompared && (await digestOf(storage, row.ossName!)) !== row.sha256) throw fileProblems.changed({ name })
}

/** The file of a row as an answer; only pictures, PDF and video are shown in place, and nothing to other sites. Source: security.md K17. */
async function sendFile(storage: Storage, row: Attach, inline: boolean, f: RequestFacts): Promise<FileResponse> {
  if (f.headers['sec-fetch-site'] === 'cross-site') throw fileProblems.crossSite()
  await requireAsKept(storage, row)
  const shown = inline && (await isShown(storage, row))
  return new FileResponse(row.name ?? '', row.contentType ?? 'application/octet-stream', storage.stream(row.ossName!), shown)
}

/**
 * Download and preview with the token in header or query, and signed links that open one file for five minutes. A file in a bucket
 * with a public address is downloaded from there. Source: platform.md 7; security.md D4.
 */
export function servingRoutes(storage: Storage, sealer: Sealer, filed: typeof attach): Route[] {
  const read = { method: 'GET', perm: 'attach_view', scope: 'land', audit: 'read' } as const
  const send = async (ctx: Ctx, q: TextInput<'id'>, f: RequestFacts, inline: boolean) => {
    if (!linkFits(ctx.who, q.id ?? '')) throw fileProblems.linkOver()
    return sendFile(storage, await attachmentRow(ctx, q.id, false, filed), inline, f)
  }
  const linksOf = async (ctx: Ctx, wanted: readonly string[]) => {
    if (wanted.length === 0) throw problems.noneSelected()
    if (wanted.length > MAX_LINKS) throw problems.badRequest({ zh: `一次最多${MAX_LINKS}个`, en: `At most ${MAX_LINKS} at once` })
    const expires = momentOf(ctx.now) / 1000 + LINK_SECONDS
    const { tenantId, account, sessionId: session = '' } = ctx.who
    const links = []
    for (const id of wanted) {
      const row = await attachmentRow(ctx, id, false, filed)
      const at = (mode: Mode) =>
        `/api${ATTACH_PATH}/${mode}?${new URLSearchParams({ id, token: linkToken(sealer, { tenantId, account, session, id, mode, expires }) })}`
      const handed = { name: row.name ?? '', type: row.contentType ?? 'application/octet-stream', seconds: LINK_SECONDS, at: momentOf(ctx.now) }
      links.push({ id, url: at('preview'), downloadUrl: storage.handOut?.(row.ossName!, handed) ?? at('download'), expires })
    }
    return links
  }
  return [
    route({ ...read, answer: 'file', path: `${ATTACH_PATH}/download`, summary: '下载附件', query: ['id'], run: (ctx, q, f) => send(ctx, q, f, false) }),
    route({
      ...read,
      answer: 'file',
      path: `${ATTACH_PATH}/preview`,
      summary: '预览附件',
      query: ['id', 'fileName'],
      run: (ctx, q, f) => send(ctx, q, f, true),
    }),
    { ...read, path: `${ATTACH_PATH}/link`, summary: '附件短时链接', query: ['ids'], run: (ctx, q) => linksOf(ctx, ids(q)) },
  ]
}
