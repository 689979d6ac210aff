import { Flex, Spin, Tag } from 'antd'
import { lazy, Suspense } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { Dialog } from '../../../kit/web/dialogs.web.tsx'
import { useDict, useSay } from '../../../kit/web/words.web.ts'
import { words } from './words.ts'

const FlowViewer = lazy(() => import('../process.web.tsx'))
/** The diagram of an instance or a definition; the viewer is loaded when first asked for. */
export const Diagram = (of: { processInstanceId?: string | null; processDefinitionId?: string }) => (
  <Suspense fallback={<Spin />}>
    <FlowViewer {...of} />
  </Suspense>
)
/** The same in a dialog over a list. */
export function DiagramDialog({ row, onClose, ...of }: { processInstanceId?: string; processDefinitionId?: string; row: AnyRow; onClose(): void }) {
  const { say } = useSay()
  const name = useProcessName()
  return (
    <Dialog open width="90%" style={{ top: 48 }} title={`${say(words.diagram)} - ${name(row)}`} onCancel={onClose}>
      <Diagram {...of} />
    </Dialog>
  )
}

const STATES = {
  open: [words.running, 'processing'],
  doing: [words.running, 'processing'],
  done: [words.finished, 'success'],
  passed: [words.passed, 'success'],
  deleted: [words.stopped, 'default'],
  revoked: [words.revoked, 'default'],
  active: [words.active, 'success'],
  suspended: [words.suspended, 'default'],
  pass: [words.pass, 'success'],
  return: [words.sendBack, 'warning'],
} as const
/** A state of a process, a request or a deployment. */
export function State({ of }: { of: unknown }) {
  const { say } = useSay()
  const [text, color] = STATES[of as keyof typeof STATES] ?? [undefined, 'default']
  return text ? <Tag color={color}>{say(text)}</Tag> : null
}

const isBuiltIn = (row: AnyRow): boolean => row.isBuiltIn === 1 || (row.version ?? row.processDefinitionVersion) === 0
/** What a process is called: land business by its type, the built-in leave by its category, others by the name their author gave. */
export function useProcessName(): (row: AnyRow) => string {
  const { label: type } = useDict('business_type')
  const { label: category } = useDict('flow_category')
  return (row) => {
    const key = row.typeCode ?? (row.category === 'business' ? row.key : undefined)
    if (key) return type(key)
    return isBuiltIn(row) ? category(row.category) : String(row.processName ?? row.processDefinitionName ?? row.name ?? '')
  }
}
/** The same in a list, with a mark where it comes with the product. */
export function ProcessName({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const name = useProcessName()
  return (
    <Flex gap="small" align="center">
      {name(row)}
      {isBuiltIn(row) && <Tag>{say(words.builtIn)}</Tag>}
    </Flex>
  )
}
/** Version of a definition; the built-in ones have none. */
export const VersionTag = ({ of }: { of: unknown }) => <>{of ? `v${String(of)}` : '—'}</>
