import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { text } from '../../../kit/model/field.ts'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import { regionPath } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { isId } from '../../../kit/model/resource.ts'
import { keysOf } from '../../../kit/server/dictionary.server.ts'
import { joinable, pick, scoped } from '../../../kit/server/query.server.ts'
import { crud, ids, reading, route, rowIdOf, type Route, type SentRow, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { askedFirst } from '../../../runtime/asked-first.server.ts'
import { stepsOf, taskName, typeCodes, typeName, type TaskKey, type TypeCode } from '../../../services/process/engine/definitions.ts'
import { processHash, keepDefinition, type Performers } from '../../../services/process/process.server.ts'
import { severalFault } from '../../../services/process/several.ts'
import { flow_deployment } from '../../../services/process/flow.ts'
import { process_definition } from '../../../services/process/process.ts'
import { requireExistingRef } from '../../../platform/parts/naming.server.ts'
import { active_config_file, business_draft, process_config, type Business, type ProcessConfig } from './business.ts'
import { STATUS } from '../rules/flow.ts'
import { OF_OPINION, skippable } from '../rules/steps.ts'
import { defaultFiles, leastDays, type FileRequirement } from './materials.ts'
import { LEGAL_DAYS, PROMISED_DAYS, type KnownProcess } from '../rules/usual.ts'

/** What a business runs by. Without a configuration: the default definition, as many days of publicity as the law has for the type (one where it has none), two people, the matrix of materials. */
export interface CaseRules {
  configId: string | null
  /** hash of the configured definition; none = the default one */
  definition: string | null
  minDays: number
  /** working days from receipt within which the case is promised to be finished */
  promisedDays: number
  /** whether acceptance and check need two people; recheck is always done by another */
  threePersons: boolean
  /** tasks that are passed by themselves when they open */
  skipped: readonly TaskKey[]
  /** whether the type is taken in this region */
  isOffered: boolean
  performers: Performers
  files: FileRequirement[]
}
/** The processes that types run where no other is configured, as BPMN text. */
export interface Processes {
  processOfType(typeCode: TypeCode): Promise<string>
}
/** Who performs each task unless configured otherwise: role aliases. Source: business-flows.md 3.2 (default performers). */
const PERFORMERS: Performers = {
  register: { role: 'village,town' },
  survey: { role: 'town' },
  check: { role: 'town' },
  publicity: { role: 'village,town' },
  recheck: { role: 'county' },
  sign: { role: 'town,sign' },
}
/** What was configured, with the usual roles where it says only how they sign. */
const performing = (given: Performers | null): Performers => ({
  ...PERFORMERS,
  ...Object.fromEntries(Object.entries(given ?? {}).map(([key, p]) => [key, p?.user ? p : { ...PERFORMERS[key], ...p }])),
})
/** Characters for the roles of a task, with each person who countersigns. */
const ROOM = 64

export const isTypeCode = (v: unknown): v is TypeCode => (typeCodes as readonly unknown[]).includes(v)

/** What a task asks for, as the matrix of materials says it. */
const REQUIREMENT = ['taskKey', 'businessItem', 'fileName', 'isRequired', 'fileType', 'fileNumber', 'fileSize'] as const
/**
 * The configuration of the nearest region at or above with its files, or undefined: the enabled one; where none is enabled, the one that was switched off last. A
 * draft that nobody enabled yet says nothing.
 */
async function configFor(ctx: Ctx, typeCode: string, regionCode: string): Promise<(ProcessConfig & { files: FileRequirement[] }) | undefined> {
  const files = joinable(ctx, active_config_file)
    .select(pick(active_config_file, ...REQUIREMENT))
    .whereRef('active_config_file.activeConfigId', '=', 'process_config.id')
    .orderBy('active_config_file.id')
  const row = await scoped(ctx, process_config)
    .selectAll('process_config')
    .select(jsonArrayFrom(files).as('files'))
    .where('process_config.businessTypeCode', '=', typeCode)
    .where((w) => w.or([w('process_config.isEnabled', '=', 1), w('process_config.offTime', 'is not', null)]))
    .where('process_config.regionCode', 'in', ['', ...regionPath(regionCode)])
    .orderBy(sql`length("regionCode")`, 'desc')
    .orderBy('process_config.isEnabled', 'desc')
    .orderBy('process_config.offTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as (ProcessConfig & { files: FileRequirement[] }) | undefined
}

const skippedIn = (typeCode: string, text: string | null): TaskKey[] =>
  isTypeCode(typeCode) ? skippable(typeCode).filter((key) => (text ?? '').split(',').includes(key)) : []

/** The rules that a case runs by: from its submission on those that it began with. `draft`: its stored form, where it was read already. */
export async function rulesOf(
  ctx: Ctx,
  b: Pick<Business, 'id' | 'status' | 'businessTypeCode' | 'regionCode'>,
  draft?: { rules?: unknown },
): Promise<CaseRules> {
  const kept = !b.status || b.status === STATUS.todo ? undefined : (draft ?? (await rows.find(ctx, business_draft, { businessId: b.id })))
  return (kept?.rules as CaseRules | null | undefined) ?? rulesFor(ctx, b.businessTypeCode!, b.regionCode)
}

/** The rules of a type in a region. */
export async function rulesFor(ctx: Ctx, typeCode: string, regionCode: string): Promise<CaseRules> {
  const c = await configFor(ctx, typeCode, regionCode)
  if (!c)
    return {
      configId: null,
      definition: null,
      minDays: leastDays(typeCode),
      promisedDays: PROMISED_DAYS,
      threePersons: true,
      skipped: [],
      isOffered: true,
      performers: PERFORMERS,
      files: defaultFiles(typeCode),
    }
  return {
    configId: c.id,
    definition: c.processDefinitionId,
    // one that was stored before the law counted here sets no fewer either
    minDays: Math.max(c.minDays ?? 1, leastDays(typeCode)),
    promisedDays: c.promisedDays ?? PROMISED_DAYS,
    threePersons: c.fourEyes !== 0,
    skipped: skippedIn(typeCode, c.skipped),
    // switched off, and nothing enabled in its place: what was running goes on by the rules that it keeps
    isOffered: c.isEnabled === 1 && c.isOffered !== 0,
    performers: performing(c.performers as Performers | null),
    files: c.files,
  }
}

/** Hash of the definition a new business of a type starts with; the text is kept on the way. */
export const definitionFor = async (of: Processes, ctx: Ctx, typeCode: TypeCode, { definition }: CaseRules): Promise<string> =>
  definition ?? keepDefinition(ctx, typeCode, await of.processOfType(typeCode))

/** Who performs the tasks: by task of the type, roles or one person; check and recheck are not meant for the same one. */
function requirePerformers(typeCode: TypeCode, given: unknown): void {
  if (given === null || given === undefined) return
  const bad = (zh: string, en: string) => invalidField('performers', { zh: `环节角色${zh}`, en: `Roles of tasks: ${en}` })
  const isOne = (p: unknown): boolean => {
    const { role, user, sign, signers, ...rest } = Object(p) as { role?: unknown; user?: { id?: unknown; name?: unknown }; sign?: unknown; signers?: unknown }
    const isRole = role === undefined || (typeof role === 'string' && /^[\w-]{1,60}(,[\w-]{1,60})*$/.test(role))
    const isUser = user === undefined || (isId(String(user?.id ?? '')) && typeof user.name === 'string' && user.name.length <= 50)
    const isSigned = (sign === undefined || typeof sign === 'string') && (signers === undefined || typeof signers === 'number')
    return isRole && isUser && isSigned && [role, user, sign].some((v) => v !== undefined) && Object.keys(rest).length === 0
  }
  const keys = stepsOf(typeCode).map((s) => s.key as string)
  if (typeof given !== 'object' || !Object.entries(given).every(([key, p]) => keys.includes(key) && isOne(p))) throw bad('格式不正确', 'malformed')
  for (const [key, p] of Object.entries(performing(given as Performers))) {
    if (p?.sign === undefined && p?.signers === undefined) continue
    const name = { zh: `：${taskName(key as TaskKey)}`, en: `${key}: ` }
    if (!OF_OPINION.includes(key)) throw bad(`${name.zh}不能会签或或签，只有初审、复审可以`, `${name.en}only check and recheck are signed by several`)
    if (p.user) throw bad(`${name.zh}由指定的人办理，不能会签或或签`, `${name.en}one person performs it`)
    const several = severalFault(p.sign, p.signers ?? 1, (p.role ?? '').split(','), ROOM)
    if (several) throw bad(`${name.zh}，${several.zh}`, `${name.en}${several.en}`)
  }
  const { check, recheck } = given as Performers
  if (check?.user && check.user.id === recheck?.user?.id) throw bad('：初审与复审不能指定同一人', 'check and recheck must be done by different people')
}

/** Tasks that are left out, joined by commas: only such as the type can do without. */
function requireSkippable(typeCode: TypeCode, given: unknown): void {
  const may = skippable(typeCode)
  const bad = String(given ?? '')
    .split(',')
    .filter((key) => key && !may.includes(key as TaskKey))
  if (bad.length === 0) return
  const [zh, en] = [may.map(taskName).join('、') || '无', may.join(', ') || 'none']
  throw invalidField('skipped', { zh: `该业务类型可以免办的环节：${zh}`, en: `Tasks that this type may skip: ${en}` })
}

/** A new configuration begins with the files of the matrix; its definition is a kept one or the default. */
async function saveConfig(of: Processes, ctx: Ctx, b: SentRow<typeof process_config>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, process_config, b, [], { isEnabled: 0 })
  if (!isTypeCode(draft.businessTypeCode)) throw invalidField('businessTypeCode', { zh: '请选择业务类型', en: 'Please select the business type' })
  const least = leastDays(draft.businessTypeCode)
  if ((draft.minDays ?? LEGAL_DAYS) < least)
    throw invalidField('minDays', { zh: `该业务类型的公示天数依法不能少于${least}天`, en: `By law the publicity of this type lasts at least ${least} days` })
  requirePerformers(draft.businessTypeCode, draft.performers)
  requireSkippable(draft.businessTypeCode, draft.skipped)
  const usual = await of.processOfType(draft.businessTypeCode)
  if (draft.processDefinitionId === processHash(usual)) await keepDefinition(ctx, draft.businessTypeCode, usual)
  // a definition of another type, or one that is no land business at all, would damage what runs by it
  else if (!(await rows.find(ctx, process_definition, { hash: draft.processDefinitionId, typeCode: draft.businessTypeCode })))
    throw problems.notFound({ zh: '流程定义', en: 'Process definition' })
  if (b.id) return rows.update(ctx, process_config, rowIdOf(b), draft, b)
  const id = await rows.insert(ctx, process_config, { ...draft, isEnabled: 0 })
  for (const f of defaultFiles(draft.businessTypeCode)) await rows.insert(ctx, active_config_file, { ...f, activeConfigId: id })
  return id
}

/** Enabling one disables the other of the same region and type, and takes up again what was switched off there. */
async function enable(ctx: Ctx, b: TextInput<'id'>): Promise<void> {
  rows.requirePerm(ctx, process_config, 'edit')
  const c = await rows.get(ctx, process_config, rowIdOf(b), true)
  const other = await rows.find(ctx, process_config, { regionCode: c.regionCode, businessTypeCode: c.businessTypeCode, isEnabled: 1 })
  if (other && other.id !== c.id) await rows.update(ctx, process_config, other.id, { isEnabled: 0 })
  const off = await scoped(ctx, process_config)
    .select('process_config.id')
    .where('process_config.regionCode', '=', c.regionCode)
    .where('process_config.businessTypeCode', '=', c.businessTypeCode)
    .where('process_config.offTime', 'is not', null)
    .execute()
  for (const { id } of off) if (id !== c.id) await rows.update(ctx, process_config, id, { offTime: null })
  await rows.update(ctx, process_config, c.id, { isEnabled: 1, offTime: null })
}
/** Switches a type off in a region, until one is enabled there or the configuration is removed. One that is not enabled stays as it is. */
async function disable(ctx: Ctx, b: TextInput<'id'>): Promise<void> {
  rows.requirePerm(ctx, process_config, 'edit')
  const c = await rows.get(ctx, process_config, rowIdOf(b), true)
  if (c.isEnabled === 1) await rows.update(ctx, process_config, c.id, { isEnabled: 0, offTime: ctx.now })
}
async function removeConfig(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    if ((await rows.get(ctx, process_config, id)).isEnabled === 1)
      throw problems.notAllowedNow({ zh: '删除启用中的配置', en: 'delete an enabled configuration' })
    const files = await scoped(ctx, active_config_file).select('active_config_file.id').where('active_config_file.activeConfigId', '=', id).execute()
    await rows.erase(
      ctx,
      active_config_file,
      files.map((f) => f.id),
    )
  }
  await rows.remove(ctx, process_config, gone)
}

/** Kept definitions and the defaults not kept yet; `id` is the definition's hash. */
async function listProcess(of: Processes, ctx: Ctx): Promise<KnownProcess[]> {
  const kept = await scoped(ctx, process_definition)
    .select(['process_definition.hash as id', 'process_definition.typeCode', 'process_definition.name', 'process_definition.createTime'])
    .where('process_definition.typeCode', 'is not', null)
    .$castTo<Pick<KnownProcess, 'id' | 'typeCode' | 'name'> & { createTime: string }>()
    .execute()
  const drawn = await scoped(ctx, flow_deployment)
    .select(['flow_deployment.processDefinitionId', 'flow_deployment.version', 'flow_deployment.deploymentTime'])
    .$castTo<{ processDefinitionId: string; version: number; deploymentTime: string }>()
    .execute()
  const usual = await Promise.all(typeCodes.map(async (t) => ({ id: processHash(await of.processOfType(t)), typeCode: t, name: typeName(t) })))
  const told = kept.map(({ createTime, ...k }) => {
    const d = drawn.find((x) => x.processDefinitionId === k.id)
    return { ...k, isBuiltIn: usual.some((u) => u.id === k.id), version: d?.version ?? null, day: (d?.deploymentTime ?? createTime).slice(0, 10) }
  })
  return [...told, ...usual.filter((u) => !kept.some((k) => k.id === u.id)).map((u) => ({ ...u, isBuiltIn: true, version: null, day: null }))]
}

/** Roles of the tenant, whom a task can be given to. */
const rolesOf = async (ctx: Ctx) => {
  const roles = await ctx.db.selectFrom('sys_role').select(['roleAlias', 'roleName']).where('tenantId', '=', ctx.who.tenantId).orderBy('sort').execute()
  return roles.map((r) => ({ key: String(r.roleAlias), name: String(r.roleName) }))
}
const tasksOfType = (typeCode: TypeCode, configId: string | null) =>
  stepsOf(typeCode).map(({ key }) => ({ activeConfigId: configId, taskKey: key, activeConfigName: taskName(key) }))
async function activeConfig(ctx: Ctx, q: TextInput<'businessTypeCode' | 'regionCode'>) {
  if (!isTypeCode(q.businessTypeCode)) throw problems.badRequest({ zh: '请选择业务类型', en: 'Name a business type' })
  const { definition: _, ...rules } = await rulesFor(ctx, q.businessTypeCode, q.regionCode || ctx.who.regionCode)
  return { ...rules, businessTypeCode: q.businessTypeCode, tasks: tasksOfType(q.businessTypeCode, rules.configId) }
}
async function listActive(ctx: Ctx, q: TextInput<'processConfigId'>) {
  const c = await rows.get(ctx, process_config, q.processConfigId ?? '')
  return isTypeCode(c.businessTypeCode) ? tasksOfType(c.businessTypeCode, c.id) : []
}

/** Types of file that a requirement admits: of dictionary file_type. */
async function requireFileTypes(ctx: Ctx, given: unknown): Promise<void> {
  const known = (await keysOf(ctx, ['file_type'])).get('file_type')!
  const bad = String(given ?? '')
    .split(',')
    .filter((t) => known.size > 0 && !known.has(t))
  if (given && bad.length)
    throw invalidField('fileType', { zh: `请从文件类型中选择：${[...known].toSorted().join('、')}`, en: `Select one of: ${[...known].toSorted().join(', ')}` })
}
const typed = (route: Route): Route =>
  askedFirst(route, async (ctx, b) => {
    // what the definition itself refuses is said first
    const draft = await rows.checkedDraft(ctx, active_config_file, b)
    await requireFileTypes(ctx, draft.fileType)
  })
/**
 * Takes over what another configuration of the same type asks for. What is asked for here already (same task and kind) stays as it is.
 * Answers how many came. @throws not-found for a configuration that the caller does not see; bad-request for one of another type
 */
async function copyFiles(ctx: Ctx, b: { activeConfigId: string; from: string }): Promise<number> {
  rows.requirePerm(ctx, active_config_file, 'add')
  const [to, from] = [await rows.get(ctx, process_config, b.activeConfigId, true), await rows.get(ctx, process_config, b.from)]
  if (to.businessTypeCode !== from.businessTypeCode || to.id === from.id)
    throw problems.badRequest({ zh: '只能复制同一业务类型的其他配置', en: 'Copy from another configuration of the same type' })
  const asked = (id: string) =>
    scoped(ctx, active_config_file)
      .selectAll('active_config_file')
      .where('active_config_file.activeConfigId', '=', id)
      .orderBy('active_config_file.id')
      .execute()
  const [own, others] = [await asked(to.id), await asked(from.id)]
  const fresh = others.filter((o) => !own.some((f) => f.taskKey === o.taskKey && f.businessItem === o.businessItem))
  await rows.insertMany(
    ctx,
    active_config_file,
    fresh.map((f) => ({ ...Object.fromEntries([...REQUIREMENT, 'remark' as const].map((n) => [n, f[n]])), activeConfigId: to.id })),
  )
  return fresh.length
}

const configs = crud(process_config),
  files = crud(active_config_file)
const change = { method: 'POST', perm: 'process_config_edit', scope: 'tenant', audit: 'process_config.update', body: {} } as const
const look = reading('tenant', ['process_config_view', 'business_view'])
/** Configuration of processes. */
export const routes = (of: Processes): Route[] => [
  configs.page,
  { ...configs.detail, run: (ctx, q) => rows.get(ctx, process_config, rowIdOf(q)) },
  { ...configs.save, run: (ctx, b) => saveConfig(of, ctx, b) },
  { ...configs.update, run: (ctx, b) => saveConfig(of, ctx, b) },
  { ...configs.remove, run: (ctx, q) => removeConfig(ctx, ids(q)) },
  route({ ...change, path: '/yw-accept/process-config/enable', summary: '启用流程配置', query: ['id'], run: enable }),
  route({ ...change, path: '/yw-accept/process-config/disable', summary: '停用流程配置', query: ['id'], run: disable }),
  look('/yw-accept/process-config/list-process', '可选流程定义', [], (ctx) => listProcess(of, ctx)),
  look('/yw-accept/process-config/roles', '可选办理角色', [], rolesOf),
  look('/yw-accept/process-config/active-config', '业务类型的有效配置', ['businessTypeCode', 'regionCode'], activeConfig),
  look('/yw-accept/active-config/list-active', '配置的环节', ['processConfigId'], listActive),
  files.page,
  files.detail,
  ...requireExistingRef([files.save, files.update].map(typed), active_config_file, 'activeConfigId', process_config),
  files.remove,
  route({
    method: 'POST',
    path: '/yw-accept/active-config-file/copy',
    perm: files.save.perm,
    scope: files.save.scope,
    audit: files.save.audit,
    summary: '复制附件要求',
    body: { activeConfigId: text('流程配置', { max: 19 }), from: text('来源配置', { max: 19 }) },
    run: (ctx, { activeConfigId = '', from = '' }) => copyFiles(ctx, { activeConfigId, from }),
  }),
]
