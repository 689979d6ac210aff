import { readFile } from 'node:fs/promises'
import { sha256 } from '../../runtime/sha256.server.ts'
import { typeCodes, typeName } from './engine/definitions.ts'
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
/** All definitions that come with the product: leave, then the types of land business. */
export type BuiltIns = () => Promise<readonly BuiltIn[]>
/** Key of the leave process; a deployed model of the same key takes its place. */
export const LEAVE_KEY = 'leave'

const read = async (key: string, name: string, category: BuiltIn['category'], file: URL): Promise<BuiltIn> => {
  const xml = await readFile(file, 'utf8')
  return { key, name, category, processDefinitionId: sha256(xml), xml }
}
let leave: Promise<BuiltIn> | undefined
/** The built-in leave process, with its diagram: the nominated person approves, more than three days the county as well. Read once. */
export const builtInLeave = (): Promise<BuiltIn> => (leave ??= read(LEAVE_KEY, '请假', 'leave', new URL('leave.bpmn', import.meta.url)))
/** The definitions of the product, those of land business from the folder of its types (<type>/<type>.bpmn). Read once. */
export function openBuiltIns(types: URL): BuiltIns {
  let all: Promise<BuiltIn[]> | undefined
  return () => (all ??= Promise.all([builtInLeave(), ...typeCodes.map((t) => read(t, typeName(t), 'business', bpmnFile(types, t)))]))
}
