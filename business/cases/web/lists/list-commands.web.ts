import type { AnyRow } from '../../../../kit/web/calls.web.ts'
import { api } from '../../../../kit/web/client.web.ts'
import type { RowCommand } from '../../../../kit/web/commands.web.tsx'
import { phrases } from '../../../../kit/web/phrases.ts'
import { STATUS } from '../../rules/flow.ts'
import { words } from '../words.ts'

/** The lists of businesses, by the call that fills each. */
export type ListKind = 'todo-list' | 'page' | 'handled-list' | 'done-list' | 'revoke-list'

interface CommandsOf {
  kind: ListKind
  onFlow(row: AnyRow): void
  onRevoke(row: AnyRow): void
  onCopied(typeCode: string): void
  onTransfer(row: AnyRow): void
  /** where the installation tells other offices */
  onPush?: ((row: AnyRow) => void) | undefined
}
/** Row buttons of a list; what a business does not admit is not there. */
export function rowCommands({ kind, onFlow, onRevoke, onCopied, onTransfer, onPush }: CommandsOf): RowCommand[] {
  const running = (row: AnyRow) => row.status === STATUS.todo || row.status === STATUS.doing
  const todo: RowCommand[] =
    kind !== 'todo-list'
      ? []
      : [
          { key: 'handle', label: words.handle, perm: 'business_edit', run: (row, t) => t.open('edit', row.id) },
          {
            key: 'claim',
            label: words.claim,
            perm: 'business_edit',
            done: words.claimed,
            when: (row) => !!row.taskId && !row.assignee && !row.signMode,
            run: (row, t) => api.post('cpt-flow/work/claim-task', {}, { taskId: row.taskId }).then(t.reload),
          },
        ]
  return [
    ...todo,
    { key: 'view', label: phrases.view, perm: 'business_view', run: (row, t) => t.open('view', row.id) },
    ...(kind === 'todo-list' || kind === 'page'
      ? [
          {
            key: 'transfer',
            label: words.transfer,
            perm: 'business_commit',
            when: (row) => !!row.taskId && !row.signMode && !row.ownerName,
            run: onTransfer,
          } satisfies RowCommand,
        ]
      : []),
    {
      key: 'copy',
      label: words.copy,
      perm: 'business_add',
      confirm: words.copyAsk,
      when: (row) => row.status === STATUS.revoked && (kind === 'revoke-list' || kind === 'page'),
      run: async (row) => onCopied((await api.post<{ businessTypeCode: string }>('yw-accept/business/copy', {}, { businessId: row.id })).businessTypeCode),
    },
    { key: 'flow', label: words.flow, perm: 'business_view', when: (row) => !!row.processInstanceId, run: onFlow },
    ...(onPush && (kind === 'done-list' || kind === 'page')
      ? [{ key: 'push', label: words.pushState, perm: 'push_log_view', when: (row) => row.status === STATUS.done, run: onPush } satisfies RowCommand]
      : []),
    ...(kind === 'todo-list' || kind === 'page'
      ? [{ key: 'revoke', label: words.revoke, perm: 'business_revoke', danger: true, when: running, run: onRevoke } satisfies RowCommand]
      : []),
    {
      key: 'delete',
      label: phrases.remove,
      perm: 'business_delete',
      danger: true,
      confirm: phrases.confirmRemove,
      done: phrases.removed,
      when: (row) => (kind === 'todo-list' && row.status === STATUS.todo) || (kind === 'revoke-list' && row.status === STATUS.revoked),
      run: (row, t) => t.remove([row.id]),
    },
  ]
}
