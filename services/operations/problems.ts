import { problem } from '../../kit/model/problem.ts'

/** Why the running of the installation is neither shown nor changed. */
export const operationsProblems = {
  notKeeper: problem(403, 'operations-keeper', () => ({
    zh: '运行状态涉及全部租户，仅限运营方查看和操作',
    en: 'How the installation runs concerns every tenant: only the operator sees and changes it',
  })),
}
