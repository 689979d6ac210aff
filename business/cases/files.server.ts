import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Contents } from './case.server.ts'
import type { Rules } from './config.server.ts'
import type { FileRequirement } from './materials.ts'
import { refusal } from './problems.ts'
import { isId } from '../../kit/model/resource.ts'

/** Requirements of a task with the number of files given; `exempt` kinds are not asked of this case. */
export const filesOfTask = (
  { files }: Pick<Rules, 'files'>,
  { given }: Pick<Contents, 'given'>,
  taskKey: string,
  exempt: readonly string[] = [],
): (FileRequirement & { given: number })[] =>
  files.filter((f) => f.taskKey === taskKey && !exempt.includes(f.businessItem)).map((f) => ({ ...f, given: given[f.businessItem] ?? 0 }))
/** E1014 when a required file of a task is missing. */
export function requireFiles(rules: Pick<Rules, 'files'>, of: Pick<Contents, 'given'>, taskKey: string, exempt: readonly string[] = []): void {
  const missing = filesOfTask(rules, of, taskKey, exempt).filter((f) => f.isRequired === '1' && f.given === 0)
  const names = missing.map((f) => f.fileName)
  if (names.length) throw refusal('E1014', { names: { zh: names.join('、'), en: names.join(', ') } })
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
