import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { rowIdOf, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { builtInLeave, type BuiltIns } from './built-in.server.ts'
import { taskName, typeCodes, type TaskKey, type TypeCode } from './engine/definitions.ts'
import { parseDefinition, type Definition } from './engine/engine.server.ts'
import { guardXml } from './engine/guard.ts'
import { flow_deployment, flow_model, PERSONS, type FlowModel } from './flow.ts'
import { landFault } from './land-model.ts'
import { asProblem, badModel, reservedKey, sameAsDeployed, stillDeployed } from './problems.ts'
import { keepDefinition, LAND } from './process.server.ts'
import { severalFault } from './several.ts'

/** What an id of the drawing must be, and so the key, which is the id of its process. */
const KEY = /^[A-Za-z_][A-Za-z0-9_-]*$/
/** Keys that publicity, signing and registration look for among the tasks of a land business. */
const LAND_TASKS: readonly string[] = ['register', 'survey', 'check', 'publicity', 'recheck', 'sign']
/** A drawing of 500 nodes has about half of it. */
const MAX_XML = 512 * 1024
/** Room of the columns that tasks are stored in. */
const ROOM = { taskKey: 40, name: 50, groups: 64 }

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
/** The drawing that a new model begins with: the built-in process of its type, or of leave, under its own key and name. */
async function template(builtIns: BuiltIns, key: string, name: string, typeCode: string | null | undefined): Promise<string> {
  const of = typeCode ? (await builtIns()).find((b) => b.key === typeCode)! : await builtInLeave()
  return of.xml
    .replace(`<bpmn:process id="${of.key}" name="${of.name}"`, () => `<bpmn:process id="${key}" name="${escaped(name)}"`)
    .replaceAll(`bpmnElement="${of.key}"`, () => `bpmnElement="${key}"`)
}
/** The type of land business that a model is for. Category and type say the same. @throws invalid at typeCode */
function typeOf({ category, typeCode }: { category?: string | null; typeCode?: string | null }): TypeCode | undefined {
  if ((category === LAND) === !!typeCode) return (typeCode as TypeCode | null) ?? undefined
  throw typeCode
    ? invalidField('typeCode', { zh: '只有流程分类为承包业务的模型才选择业务类型', en: 'Only a model of category land business has a type' })
    : invalidField('typeCode', { zh: '承包业务的模型请选择业务类型', en: 'Select the type of a model for land business' })
}

function requireKey(ctx: Ctx, key: string): void {
  if ((typeCodes as readonly string[]).includes(key)) throw reservedKey(key)
  if (KEY.test(key)) return
  throw invalidField('modelKey', {
    zh: '模型标识须以字母或下划线开头，只能包含字母、数字、_ 和 -',
    en: 'A key begins with a letter or _ and has letters, digits, _ and - only',
  })
}

/** Models without their drawings; `created` and `lastUpdated` are the compatible API's names. Source: platform-api.md 3.18. */
export async function listModels(ctx: Ctx, q: TextInput) {
  const found = await page(ctx, flow_model, q)
  return { ...found, records: found.records.map(({ xml: _, ...row }) => ({ ...row, created: row.createTime, lastUpdated: row.updateTime })) }
}

/** Stores a model. The drawing may be unfinished; what is no plain BPMN of the allow-list is refused. Throws bad-model. */
export async function saveModel(builtIns: BuiltIns, ctx: Ctx, b: SentRow<typeof flow_model>): Promise<string> {
  const draft = (await rows.checkedDraft(ctx, flow_model, b)) as Partial<FlowModel>
  requireKey(ctx, draft.modelKey!)
  const typeCode = typeOf(draft)
  if (draft.xml && Buffer.byteLength(draft.xml) > MAX_XML) throw badModel({ zh: '流程图不能超过 512 KB', en: 'A diagram may have at most 512 KB' })
  try {
    if (draft.xml) guardXml(draft.xml)
  } catch (e) {
    asProblem(e)
  }
  if (b.id) {
    const before = await rows.get(ctx, flow_model, rowIdOf(b))
    if (before.version && draft.modelKey !== before.modelKey)
      throw problems.notAllowedNow({ zh: '修改已部署模型的标识', en: 'change the key of a deployed model' })
    // its drawing is that of its type
    if ((before.typeCode ?? undefined) !== typeCode) throw problems.notAllowedNow({ zh: '修改模型的业务类型', en: 'change the type of a model' })
    // a form without the drawing leaves it as it is
    const { xml, ...rest } = draft
    return rows.update(ctx, flow_model, before.id, xml ? draft : rest, b)
  }
  return rows.insert(ctx, flow_model, { ...draft, xml: draft.xml ?? (await template(builtIns, draft.modelKey!, draft.name!, typeCode)), version: 0 })
}

/** Removes models that have no deployment. */
export async function removeModels(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) {
    const m = await rows.get(ctx, flow_model, id, true)
    if (await rows.find(ctx, flow_deployment, { modelId: id })) throw stillDeployed(m.name)
  }
  await rows.remove(ctx, flow_model, gone)
}

/** Whom the designer offers for a task: the two persons, then the roles of the tenant. */
export async function candidates(ctx: Ctx): Promise<{ key: string; name: string }[]> {
  const roles = await ctx.db.selectFrom('sys_role').select(['roleAlias', 'roleName']).where('tenantId', '=', ctx.who.tenantId).orderBy('sort').execute()
  const persons = { applicant: { zh: '申请人', en: 'The applicant' }, approver: { zh: '申请人指定的审批人', en: 'The named approver' } }
  return [...PERSONS.map((key) => ({ key, name: persons[key][ctx.lang] })), ...roles.map((r) => ({ key: String(r.roleAlias), name: String(r.roleName) }))]
}

/** Every candidate must be a role of the tenant or one of the two persons; ids and names must fit where tasks are stored. */
async function requireTasks(ctx: Ctx, def: Definition): Promise<void> {
  const roles = (await ctx.db.selectFrom('sys_role').select('roleAlias').where('tenantId', '=', ctx.who.tenantId).execute()).map((r) => String(r.roleAlias))
  for (const t of def.model.nodes) {
    const name = t.name || t.id
    if (t.kind !== 'task') continue
    if (LAND_TASKS.includes(t.id))
      throw badModel({
        zh: `环节“${name}”的编号 ${t.id} 属于承包业务的“${taskName(t.id as TaskKey)}”，请换一个`,
        en: `The id ${t.id} of “${name}” belongs to a task of land business; choose another`,
      })
    if (t.id.length > ROOM.taskKey || name.length > ROOM.name)
      throw badModel({
        zh: `环节“${name}”的编号不能超过 ${ROOM.taskKey} 位，名称不能超过 ${ROOM.name} 位`,
        en: `Task “${name}”: at most ${ROOM.taskKey} characters of id, ${ROOM.name} of name`,
      })
    if (!t.candidateGroups.length) throw badModel({ zh: `环节“${name}”没有办理人`, en: `Nobody performs task “${name}”` })
    if (t.candidateGroups.join(',').length > ROOM.groups) throw badModel({ zh: `环节“${name}”的办理角色过多`, en: `Too many roles perform task “${name}”` })
    const stranger = t.candidateGroups.find((g) => !(PERSONS as readonly string[]).includes(g) && !roles.includes(g))
    if (stranger) throw badModel({ zh: `环节“${name}”的办理角色 ${stranger} 不存在`, en: `Role ${stranger} of task “${name}” does not exist` })
    const several = severalFault(t.sign, t.signers ?? 1, t.candidateGroups, ROOM.groups)
    if (several) throw badModel({ zh: `环节“${name}”：${several.zh}`, en: `Task “${name}”: ${several.en}` })
    if (t.sign && t.candidateGroups.some((g) => (PERSONS as readonly string[]).includes(g)))
      throw badModel({ zh: `环节“${name}”由指定的人办理，不能会签或或签`, en: `Task “${name}” is performed by one person and cannot be signed by several` })
    if (t.candidateGroups.length > 1 && t.candidateGroups.some((g) => (PERSONS as readonly string[]).includes(g)))
      throw badModel({ zh: `环节“${name}”由指定的人办理时不能再有角色`, en: `Task “${name}” is performed either by a person or by roles` })
  }
}

/**
 * Makes the drawing of a model its next version: {modelId, category?}. Instances that run keep theirs. Throws bad-model (400) naming element
 * and rule, not-changed (409). `tenantIds` may name the own tenant only: nobody deploys for another.
 */
export async function deploy(ctx: Ctx, b: TextInput<'category' | 'modelId' | 'tenantIds'>): Promise<string> {
  const m = await rows.get(ctx, flow_model, b.modelId ?? '', true)
  const others = (b.tenantIds ?? '').split(',').filter((t) => t && t !== ctx.who.tenantId)
  if (others.length) throw problems.badRequest({ zh: '不能部署到其他租户', en: 'A process cannot be deployed for another tenant' })
  const category = b.category || m.category
  requireKey(ctx, m.modelKey)
  const typeCode = typeOf({ category, typeCode: m.typeCode })
  if (!m.xml) throw badModel({ zh: '流程文件为空', en: 'The process file is empty' })
  const def = await parseDefinition(m.xml).catch(asProblem)
  if (def.id !== m.modelKey)
    throw badModel({ zh: `流程编号 ${def.id} 应与模型标识 ${m.modelKey} 一致`, en: `The process id ${def.id} must be the key of the model, ${m.modelKey}` })
  const fault = typeCode && landFault(typeCode, def.model)
  if (fault) throw badModel(fault)
  if (!typeCode) await requireTasks(ctx, def)
  const same = await rows.find(ctx, flow_deployment, { processDefinitionId: def.hash })
  if (same) throw sameAsDeployed(same.version!)
  const last = await scoped(ctx, flow_deployment)
    .select('flow_deployment.version')
    .where('flow_deployment.key', '=', m.modelKey)
    .orderBy('flow_deployment.version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // a version that was deleted is not given again
  const version = Math.max(Number(last?.version ?? 0), m.version ?? 0) + 1
  await rows.update(ctx, flow_model, m.id, { version })
  return rows.insert(ctx, flow_deployment, {
    key: m.modelKey,
    name: m.name,
    category,
    version,
    modelId: m.id,
    processDefinitionId: await keepDefinition(ctx, typeCode ?? null, m.xml),
    suspensionState: 'active',
    deploymentTime: ctx.now,
  })
}
