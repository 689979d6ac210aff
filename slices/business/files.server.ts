import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rulesFor } from './config.server.ts'
import type { FileRequirement } from './materials.ts'
import { refusal } from './problems.ts'
import { isId } from '../../kit/model/resource.ts'

/** What the functions here need to know of a business. */
export interface FilesOf {
  id: string
  businessTypeCode: string
  regionCode: string
}

/** Number of attachments of a business by kind. */
async function attached(ctx: Ctx, businessId: string): Promise<Map<string, number>> {
  const found = await ctx.db
    .selectFrom('attach')
    .select((e) => ['businessItem', e.fn.countAll<string>().as('n')])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', businessId)
    .groupBy('businessItem')
    .execute()
  return new Map(found.map((r) => [String(r.businessItem), Number(r.n)]))
}

/** Requirements of a task with the number of files given; `exempt` kinds are not asked of this case. */
export async function filesOfTask(ctx: Ctx, b: FilesOf, taskKey: string, exempt: readonly string[] = []): Promise<(FileRequirement & { given: number })[]> {
  const [{ files }, have] = [await rulesFor(ctx, b.businessTypeCode, b.regionCode), await attached(ctx, b.id)]
  return files.filter((f) => f.taskKey === taskKey && !exempt.includes(f.businessItem)).map((f) => ({ ...f, given: have.get(f.businessItem) ?? 0 }))
}
/** Names of required files of a task that are not there. */
export async function missingFiles(ctx: Ctx, b: FilesOf, taskKey: string, exempt: readonly string[] = []): Promise<string[]> {
  return (await filesOfTask(ctx, b, taskKey, exempt)).filter((f) => f.isRequired === '1' && f.given === 0).map((f) => f.fileName)
}
/** E1014 when a required file is missing. */
export async function demandFiles(ctx: Ctx, b: FilesOf, taskKey: string, exempt: readonly string[] = []): Promise<void> {
  const names = await missingFiles(ctx, b, taskKey, exempt)
  if (names.length) throw refusal('E1014', { names: names.join('、') })
}

/** An attachment of this business, or not-found. */
export async function attachmentOf(
  ctx: Ctx,
  businessId: string,
  attachId: unknown,
): Promise<{ id: string; sha256: string | null; contentType: string | null }> {
  const none = () => problems.notFound({ zh: '附件', en: 'Attachment' })
  if (!isId(String(attachId ?? ''))) throw none()
  const a = await ctx.db
    .selectFrom('attach')
    .select(['id', 'sha256', 'contentType'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', businessId)
    .where('id', '=', attachId)
    .executeTakeFirst()
  if (!a) throw none()
  return a as { id: string; sha256: string | null; contentType: string | null }
}
