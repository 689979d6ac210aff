import { typedRow } from '../../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { problems, type Problem } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Text } from '../../../kit/model/lang.ts'
import type { Attach } from '../../../services/files/attach.ts'
import { plainUpload } from '../../../services/files/uploader/upload-rules.ts'
import type { Contents, GivenFiles } from './case.server.ts'
import type { CaseRules } from '../definitions/config.server.ts'
import { askedFor, paperTitle, type FileRequirement } from '../definitions/materials.ts'
import { evidenceProblems, refusal } from '../rules/problems.ts'
import type { Papers } from '../definitions/type.ts'
import { isId } from '../../../kit/model/resource.ts'

/** What a task asks of this case. */
const asked = (files: CaseRules['files'], taskKey: string, papers: Papers): FileRequirement[] =>
  askedFor(
    files.filter((f) => f.taskKey === taskKey),
    papers,
  )
/** Requirements of a task with the number of files given. */
export const filesOfTask = (
  { files }: Pick<CaseRules, 'files'>,
  { given }: Pick<Contents, 'given'>,
  taskKey: string,
  papers: Papers = {},
): (FileRequirement & { given: number })[] => asked(files, taskKey, papers).map((f) => ({ ...f, given: given[f.businessItem]?.n ?? 0 }))

/** What the files of a kind break of their requirement: number, size of one in kB, types; or undefined. */
function excess(f: FileRequirement, given: GivenFiles | undefined): Text | undefined {
  if (!given) return undefined
  const is = { ...paperTitle(f), types: f.fileType, most: String(f.fileNumber), kb: String(f.fileSize) }
  if (given.n > f.fileNumber) return { zh: `【${is.zh}】最多${is.most}个文件`, en: `${is.en}: at most ${is.most} files` }
  if (given.largest > f.fileSize * 1024) return { zh: `【${is.zh}】单个文件不能超过${is.kb}KB`, en: `${is.en}: at most ${is.kb} kB each` }
  const accept = f.fileType.split(/[,，、\s]+/).filter(Boolean)
  const fits = (t: string) => accept.map(plainUpload).includes(plainUpload(t))
  return accept.length && !given.types.every(fits) ? { zh: `【${is.zh}】只允许${is.types}文件`, en: `${is.en}: only ${is.types} files` } : undefined
}
/** The kinds of required files of a task that are missing. */
export const missingFiles = (rules: Pick<CaseRules, 'files'>, of: Pick<Contents, 'given'>, taskKey: string, papers: Papers = {}): FileRequirement[] =>
  filesOfTask(rules, of, taskKey, papers).filter((f) => f.isRequired === '1' && f.given === 0)
/** What is wrong with the files of a task: E1014 when a required one is missing; what is there keeps to the number, size and types that the region asks. */
export function fileFaults(rules: Pick<CaseRules, 'files'>, of: Pick<Contents, 'given'>, taskKey: string, papers: Papers = {}): Problem[] {
  const names = missingFiles(rules, of, taskKey, papers).map((f) => paperTitle(f))
  const over = asked(rules.files, taskKey, papers).flatMap((f) => excess(f, of.given[f.businessItem]) ?? [])
  return [
    ...(names.length ? [refusal('E1014', { names: { zh: names.map((n) => n.zh).join('、'), en: names.map((n) => n.en).join(', ') } })] : []),
    ...(over.length ? [evidenceProblems.excess({ zh: over.map((o) => o.zh).join('；'), en: over.map((o) => o.en).join('; ') })] : []),
  ]
}
/** Refuses files that are not as a task asks for them. @throws the first of fileFaults */
export function requireFiles(rules: Pick<CaseRules, 'files'>, of: Pick<Contents, 'given'>, taskKey: string, papers: Papers = {}): void {
  const [fault] = fileFaults(rules, of, taskKey, papers)
  if (fault) throw fault
}

/** A stored file with what its name in a contract is compared with. */
export type FileNamed = Pick<Attach, 'id' | 'sha256' | 'contentType' | 'ossName' | 'name'>
/** An attachment of this business, or not-found. */
export async function attachmentOf(ctx: Ctx, businessId: string, attachId: unknown): Promise<FileNamed> {
  requireFileId(attachId)
  return requireFile(await typedRow<FileNamed>(fileQuery(ctx, attachId).where('businessId', '=', businessId)))
}
const noFile = () => problems.notFound({ zh: '附件', en: 'Attachment' })
/** @throws not-found for what is no id */
export function requireFileId(attachId: unknown): void {
  if (!isId(String(attachId ?? ''))) throw noFile()
}
/** @throws not-found where there is no such attachment */
export function requireFile(file: FileNamed | null | undefined): FileNamed {
  if (!file) throw noFile()
  return file
}
/** An attachment, as a statement or a part of one: of whom, the caller says. */
export const fileQuery = (ctx: Ctx, attachId: unknown) =>
  ctx.db
    .selectFrom('attach')
    // as text: JSON has no numbers of 19 digits
    .select([sql<string>`id::text`.as('id'), 'sha256', 'contentType', 'ossName', 'name'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', String(attachId))
