import { isTaskKey, taskName } from '../engine/definitions.ts'

/** English of the names that the product's own definitions use beside the tasks of land business. */
export const ENGLISH: Readonly<Record<string, string>> = {
  申请: 'Request',
  领导审批: 'Approval',
  是否超过三天: 'More than three days?',
  县级备案: 'County record',
  调整申请: 'Change of request',
  是: 'Yes',
  否: 'No',
  开始: 'Start',
  结束: 'End',
  通过: 'Pass',
  退回: 'Return',
  退回环节: 'Return to',
  需要: 'Needed',
  不需要: 'Not needed',
}
/** A name of a built-in definition in the reader's language; another name as it is. */
export const nameIn = (lang: 'zh' | 'en', name: unknown): string => (lang === 'en' && ENGLISH[String(name)]) || String(name ?? '')
/** A name of a task: one of land business by its dictionary (`tasks`, task_key), another by the product's own words. */
export const taskWords = (lang: 'zh' | 'en', name: unknown, tasks: readonly { value: string; label: string }[]): string =>
  tasks.find((c) => isTaskKey(c.value) && taskName(c.value) === name)?.label ?? nameIn(lang, name)
