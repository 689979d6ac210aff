import { Problem } from '../../kit/model/problem.ts'
import type { Text } from '../../kit/model/lang.ts'
import type { EngineError, EngineErrorKey } from './engine/errors.ts'

const conflict = (key: string) => (words: Text) => new Problem(409, key, words)

/** 403: somebody else holds the task, or the caller has not its role. */
export const notYourTask = () => new Problem(403, 'not-your-task', { zh: '任务不属于您，不能办理', en: 'This task is not yours' })
/** 400: somebody did the task before. Source: error catalogue of business-flows.md 14. */
export const taskDone = () => new Problem(400, 'E2001', { zh: '任务已办理', en: 'The task is already done' })
/** 409: the caller has given his opinion of a countersigned task; others have not. */
export const signedAlready = (missing: readonly string[]) =>
  conflict('signed-already')({ zh: `您已发表会签意见，还缺：${missing.join('、')}`, en: `You have given your opinion; missing: ${missing.join(', ')}` })
/** 409: a task of several performers belongs to each of them: nobody takes it for himself, or gives it away. */
export const ofSeveral = () =>
  conflict('of-several')({
    zh: '会签、或签环节由各办理人直接办理，不能签收、移交或委托',
    en: 'A task with several performers cannot be claimed, handed over or delegated',
  })
/** 409: the task waits for the opinion of somebody to whom its owner has given it. */
export const delegated = (owner: string, to: string) =>
  conflict('delegated')({
    zh: `${owner}已委托${to}提出意见，提出意见或收回委托后才能办理`,
    en: `${owner} has asked ${to} for an opinion; it must be given or withdrawn first`,
  })
/** 409: no opinion is asked for. */
export const notDelegated = () => conflict('not-delegated')({ zh: '该任务没有委托他人', en: 'The task is not delegated' })
/** 400: the drawing breaks a rule of the engine or of this product; the words name the element. */
export const badModel = (words: Text) => new Problem(400, 'bad-model', words)
const FOR_PEOPLE: readonly EngineErrorKey[] = ['bad-xml', 'bad-outcome', 'bad-target', 'bad-variables', 'stuck']
/** What the engine refuses, as a problem for people; what only our own code can get wrong is thrown on. */
export function asProblem(e: unknown): never {
  const { key, words } = e as EngineError
  if (!FOR_PEOPLE.includes(key)) throw e
  throw key === 'bad-xml' ? badModel(words) : new Problem(400, key, words)
}
/** 409: a land business is moved and ended by its own screens only. */
export const landBusiness = () =>
  conflict('land-business')({ zh: '承包业务请在“业务办理”中办理或撤销', en: 'Land business is handled or revoked under Business' })
/** 409: definitions that come with the product cannot be changed. */
export const builtIn = () => conflict('built-in')({ zh: '内置流程不能修改、停用或删除', en: 'A built-in process cannot be changed, disabled or deleted' })
export const reservedKey = (key: string) =>
  badModel({ zh: `标识 ${key} 属于内置的承包业务流程，不能使用`, en: `The key ${key} belongs to a built-in land business process` })
export const sameAsDeployed = (version: number) =>
  conflict('not-changed')({ zh: `流程图与已部署的版本 ${version} 相同`, en: `The diagram is the same as deployed version ${version}` })
export const stillDeployed = (name: string) =>
  conflict('still-deployed')({ zh: `模型“${name}”已部署，请先删除它的部署`, en: `Model “${name}” is deployed; delete its deployments first` })
export const stillRunning = (name: string, version: number, n: number) =>
  conflict('still-running')({
    zh: `流程“${name}”版本 ${version} 还有 ${n} 个实例在运行，不能删除`,
    en: `${n} instances of “${name}”, version ${version}, are running; it cannot be deleted`,
  })
export const notStartable = () =>
  conflict('not-startable')({ zh: '流程已停用或已有新版本，不能发起', en: 'The process is disabled or replaced and cannot be started' })
