import { isId } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import { cbht, djb } from '../../../land/definitions/cbht.ts'
import type { DigestOf } from '../../../services/files/digest.server.ts'
import type { TouchedFiles } from '../../../services/files/owners.server.ts'
import { fileProblems } from '../../../services/files/problems.ts'
import { tasksOf } from '../../../services/process/process.server.ts'
import { business, business_double, contract_file, type Business } from '../definitions/business.ts'
import { lockBusiness } from './case.server.ts'
import { rulesOf } from '../definitions/config.server.ts'
import { STATUS } from '../rules/flow.ts'
import type { FiledContract } from './handling.server.ts'
import { CONTRACT_KIND, defaultFiles } from '../definitions/materials.ts'
import { evidenceProblems } from '../rules/problems.ts'

/** The kinds that tasks of a business ask for: by the matrix and by what its region adds, so that a configuration takes none of them out. */
async function kindsByTask(ctx: Ctx, b: Business): Promise<(taskKey: string) => Set<string>> {
  const { files } = await rulesOf(ctx, b)
  const all = [...files, ...defaultFiles(b.businessTypeCode!), { taskKey: 'sign', businessItem: CONTRACT_KIND }]
  return (taskKey) => new Set(all.filter((f) => f.taskKey === taskKey).map((f) => f.businessItem))
}

/** Refuses a change of files that a task asked for which is closed. What came after it, while another task asks for the same kind, is still free. */
async function requireOpenTask(ctx: Ctx, b: Business, at: TouchedFiles): Promise<void> {
  if (!b.processInstanceId) return
  const tasks = await tasksOf(ctx, b.processInstanceId)
  const kindsOf = await kindsByTask(ctx, b)
  const open = tasks.find((t) => t.status === 'open')?.taskKey
  const closed = tasks.filter((t) => t.status === 'done' && t.taskKey !== open && kindsOf(t.taskKey!).has(at.businessItem))
  const last = closed
    .map((t) => t.doneTime ?? '')
    .toSorted()
    .at(-1)
  if (last === undefined) return
  const isAsked = !!open && kindsOf(open).has(at.businessItem)
  if (!isAsked || at.files.some((f) => f.createTime <= last)) throw evidenceProblems.closedTask()
}

/** A row of a case that names one of these files; none: undefined. */
const naming = (
  ctx: Ctx,
  r: typeof contract_file | typeof business_double,
  { businessId, files }: TouchedFiles,
): Promise<Readonly<Record<string, unknown>> | undefined> =>
  scoped(ctx, r)
    .selectAll(r.name)
    .where(`${r.name}.businessId`, '=', businessId)
    .where(
      `${r.name}.attachId`,
      'in',
      files.map((f) => f.id),
    )
    .limit(1)
    .executeTakeFirst()
/** Refuses a change of files that a contract of a business names, or that prove why somebody stands in two households. */
async function requireUnnamed(ctx: Ctx, at: TouchedFiles): Promise<void> {
  const contract = await naming(ctx, contract_file, at)
  if (contract) throw evidenceProblems.ofContract({ cbhtbm: String(contract.cbhtbm ?? '') })
  const double = await naming(ctx, business_double, at)
  if (double) throw evidenceProblems.ofDouble({ name: String(double.cyxm ?? '') })
}
/** Refuses a change of files that hang on a contract or book of the register; what comes beside them is another paper. */
async function requireOffRegister(ctx: Ctx, { businessId }: TouchedFiles): Promise<void> {
  for (const r of [cbht, djb, contract_file]) {
    const found = await joinable(ctx, r).select(`${r.name}.id`).where(`${r.name}.id`, '=', businessId).executeTakeFirst()
    if (found) throw evidenceProblems.ofRegister()
  }
}

/**
 * Files that a contract, a finished or revoked business, a closed task or the register names are evidence: none goes or gets another name or place, and
 * none comes among them. A later paper is an act of its own. The business is held, so that nobody names a file, or closes a task, while it goes.
 */
export async function requireNoEvidence(ctx: Ctx, at: TouchedFiles): Promise<void> {
  if (!isId(at.businessId)) return
  const known = await scoped(ctx, business).select('business.countyCode').where('business.id', '=', at.businessId).executeTakeFirst()
  if (!known) return at.files.length ? requireOffRegister(ctx, at) : undefined
  const b = await lockBusiness(ctx, at.businessId, known.countyCode)
  if (at.files.length) await requireUnnamed(ctx, at)
  if (b.status === STATUS.done || b.status === STATUS.revoked) throw evidenceProblems.over()
  await requireOpenTask(ctx, b, at)
}

/** The file that a contract names is there, and its bytes are still those that it named. @throws what is wrong with it */
export async function requireWhole(digestOf: DigestOf, c: Pick<FiledContract, 'cbhtbm' | 'fileHash' | 'ossName' | 'name'>): Promise<void> {
  const { cbhtbm, fileHash, ossName, name } = c
  // of a row without bytes the name is told, of no row at all the contract's code
  const digest = name === null ? undefined : await digestOf(ossName ?? '')
  if (digest === undefined) throw fileProblems.gone({ name: name ?? `${cbhtbm}` })
  if (digest !== fileHash) throw evidenceProblems.otherBytes({ cbhtbm: cbhtbm ?? '' })
}
