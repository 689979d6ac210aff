// What a drawn process of land business must be: the tasks of its type in their order, none gone round but by the type's own gate. Pure. Source: business-flows.md 3.2; rulings.md 27.
import { both, type Text } from '../../kit/model/lang.ts'
import { parseCondition } from './engine/condition.ts'
import { stepsOf, taskName, typeName, type StepDef, type TypeCode } from './engine/definitions.ts'
import { outgoing, returnTargets, type Model, type ModelFlow } from './engine/model.ts'

/** Tasks to which a case may go back: where its data are typed and where its land is drawn. */
const BACK: readonly string[] = ['register', 'survey']
/** Tasks that several may sign: they give an opinion and change nothing else. */
const OF_OPINION: readonly string[] = ['check', 'recheck']
/** What every process may ask for, beside the gates of its own steps. */
const ASKED: readonly string[] = ['outcome', 'target']

const conditionOf = (f: ModelFlow) => (f.condition === undefined ? undefined : parseCondition(f.condition))
/** The flows that lead round an optional step: where its variable says that it does not happen, or by default where it only happens on demand. */
function aroundOf(model: Model, { variable }: StepDef): Set<ModelFlow> {
  if (!variable) return new Set()
  return new Set(
    model.nodes.flatMap((n) => {
      const out = outgoing(model, n.id)
      const asks = out.filter((f) => conditionOf(f)?.name === variable)
      const isNegative = (f: ModelFlow) => conditionOf(f)?.equals === 'false'
      return asks.length ? [...asks.filter(isNegative), ...(asks.some((f) => !isNegative(f)) ? out.filter((f) => f.condition === undefined) : [])] : []
    }),
  )
}
/** What is reached from a node without passing `not` or a flow of `closed`. */
function reached(model: Model, from: string, not: string, closed: ReadonlySet<ModelFlow>): Set<string> {
  const seen = new Set([from])
  for (const id of seen) for (const f of model.flows) if (f.from === id && f.to !== not && !closed.has(f)) seen.add(f.to)
  return seen
}

/** Why a drawing cannot be the process of a type: the first fault, naming element and rule; undefined where it can. */
export function landFault(typeCode: TypeCode, model: Model): Text | undefined {
  const steps = stepsOf(typeCode)
  const keys = steps.map((s) => s.key as string)
  const named = (zh: string, en: string) => both(`${typeName(typeCode)}流程：${zh}`, `Process of ${typeCode}: ${en}`)
  const tasks = model.nodes.filter((n) => n.kind === 'task')
  const stranger = tasks.find((t) => !keys.includes(t.id))
  if (stranger)
    return named(
      `环节“${stranger.name}”（${stranger.id}）不属于该业务类型，可用的环节编号：${keys.join('、')}`,
      `task “${stranger.name}” (${stranger.id}) does not belong to the type; its task ids: ${keys.join(', ')}`,
    )
  const missing = steps.find((s) => !tasks.some((t) => t.id === s.key))
  if (missing)
    return named(
      `缺少环节“${taskName(missing.key)}”（${missing.key}）；可以免办的环节在流程配置中设置`,
      `task ${missing.key} is missing; what may be left out is set in the configuration`,
    )
  const parallel = model.nodes.find((n) => n.kind === 'parallel')
  if (parallel)
    return named(`业务一次只在一个环节，不能使用并行网关（${parallel.id}）`, `a case stands in one task at a time: no parallel gateway (${parallel.id})`)
  const known = [...ASKED, ...steps.flatMap((s) => s.variable ?? [])]
  const asking = model.flows.find((f) => f.condition !== undefined && !known.includes(conditionOf(f)?.name ?? ''))
  if (asking) return named(`连线 ${asking.id} 的条件只能使用：${known.join('、')}`, `the condition of flow ${asking.id} may only ask for: ${known.join(', ')}`)
  const start = model.nodes.find((n) => n.kind === 'start')!.id
  const ends = model.nodes.filter((n) => n.kind === 'end').map((n) => n.id)
  for (const [i, step] of steps.entries()) {
    const there = reached(model, start, step.key, aroundOf(model, step))
    const early = steps.slice(i + 1).find((s) => there.has(s.key))
    if (early) return named(`不经过“${taskName(step.key)}”就能到达“${taskName(early.key)}”`, `task ${early.key} can be reached without passing ${step.key}`)
    if (ends.some((e) => there.has(e))) return named(`不经过“${taskName(step.key)}”就能结束`, `the process can end without passing ${step.key}`)
  }
  for (const t of tasks) {
    const back = returnTargets(model, t.id)
    if (t.id !== 'register' && (back.length === 0 || !back.every((k) => BACK.includes(k))))
      return named(
        `环节“${t.name}”应能退回“${taskName('register')}”或“${taskName('survey')}”，且只能退回这些环节`,
        `task ${t.id} can only be returned to register or survey`,
      )
    if (t.sign && !OF_OPINION.includes(t.id))
      return named(`环节“${t.name}”不能会签或或签，只有初审、复审可以`, `task ${t.id}: only check and recheck are signed by several`)
  }
  return undefined
}
