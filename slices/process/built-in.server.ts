import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { typeCodes, typeName, type TypeCode } from './engine/definitions.ts'
import { bpmnFile } from './engine/generate.server.ts'

/** A definition that comes with the product: nobody deploys, stops or removes it. */
export interface BuiltIn {
  /** a type of land business, or `leave` */
  key: string
  name: string
  category: 'business' | 'leave'
  /** hash of its text */
  processDefinitionId: string
  xml: string
}
/** Key of the leave process; a deployed model of the same key takes its place. */
export const LEAVE_KEY = 'leave'

/** The default definition of a land business, with its diagram. */
export const defaultXml = (typeCode: TypeCode): Promise<string> => readFile(bpmnFile(typeCode), 'utf8')
/** The built-in leave process, with its diagram: the nominated person approves, more than three days the county as well. */
export const leaveXml = (): Promise<string> => readFile(new URL('leave.bpmn', import.meta.url), 'utf8')

const of = (key: string, name: string, category: BuiltIn['category'], xml: string): BuiltIn => ({
  key,
  name,
  category,
  processDefinitionId: createHash('sha256').update(xml).digest('hex'),
  xml,
})
async function read(): Promise<BuiltIn[]> {
  const land = await Promise.all(typeCodes.map(async (t) => of(t, typeName(t), 'business', await defaultXml(t))))
  return [of(LEAVE_KEY, '请假', 'leave', await leaveXml()), ...land]
}
let known: Promise<BuiltIn[]> | undefined
/** All definitions that come with the product: leave, then the types of land business. Read once. */
export const builtIns = (): Promise<BuiltIn[]> => (known ??= read())

/** Text of a built-in definition by its hash, or undefined. */
export const builtInXml = async (hash: string): Promise<string | undefined> => (await builtIns()).find((b) => b.processDefinitionId === hash)?.xml
