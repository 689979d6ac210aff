import { DeleteOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Input, Select, Space, Tag, Tooltip, TreeSelect } from 'antd'
import { useState } from 'react'
import { isComposing } from '../../../../../kit/web/day-clock.web.ts'
import { useOneCall } from '../../../../../kit/web/one-call.web.ts'
import { useSession } from '../../../../../kit/web/session.web.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { useTree } from '../../../../../platform/parts/TreePick.web.tsx'
import { words } from '../../../../../platform/shell/dialog-words.ts'
import { LONGEST_NAME, type SavedView, type ViewKind } from './views.ts'

interface ViewsBoxProps {
  views: readonly SavedView[]
  shown: SavedView | undefined
  /** the view that the list begins with for this person */
  pinned: string | undefined
  onPin(view: SavedView): void
  onShow(view: SavedView): void
  onKeep(title: string, kind: ViewKind, roleId?: string): Promise<void>
  onDelete(view: SavedView): Promise<void>
}
const KINDS = { private: words.viewPrivate, shared: words.viewShared, role: words.viewRole } as const
const ADMINISTRATORS = /(^|,)(administrator|admin)(,|$)/
/** The role that a view is the default of. */
function RolePicker({ value, onChange }: { value: string | undefined; onChange(id: string): void }) {
  const { say } = useSay()
  return (
    <TreeSelect
      size="small"
      treeDefaultExpandAll
      aria-label={say(words.viewRole)}
      placeholder={say(words.viewRole)}
      treeData={[...useTree('cpt-system/role/tree')]}
      fieldNames={{ value: 'id', label: 'title', children: 'children' }}
      value={value}
      onChange={onChange}
    />
  )
}
/** The saved views of a list, and a line to save what is shown now: for oneself, for everybody of the region, or as what a role begins with. */
export default function ViewsBox({ views, shown, pinned, onPin, onShow, onKeep, onDelete }: ViewsBoxProps) {
  const { say } = useSay()
  const { can, user } = useSession()
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<ViewKind>('private')
  const [roleId, setRoleId] = useState<string>()
  const { busy, run } = useOneCall()
  const kinds: ViewKind[] = [
    'private',
    ...(can('list_view_share') ? ['shared' as const] : []),
    ...(ADMINISTRATORS.test(user?.role_name ?? '') ? ['role' as const] : []),
  ]
  const ready = title.trim() !== '' && (kind !== 'role' || roleId !== undefined) && !busy
  // after a refusal the box stays as it is
  const keep = () => void (ready && run(async () => (await onKeep(title.trim(), kind, roleId), setTitle(''))))
  return (
    <div className="shell-views">
      {views.length === 0 && <p>{say(words.viewsNone)}</p>}
      <ul>
        {views.map((v) => (
          <li key={v.id}>
            <button type="button" aria-pressed={v === shown} onClick={() => onShow(v)}>
              {v.title}
            </button>
            {v.kind !== 'private' && v.kind !== 'own' && <Tag>{say(KINDS[v.kind])}</Tag>}
            <Tooltip title={say(words.viewPinHint)}>
              <Button
                type="text"
                size="small"
                icon={v.id === pinned ? <PushpinFilled /> : <PushpinOutlined />}
                aria-pressed={v.id === pinned}
                aria-label={`${say(words.viewPin)} ${v.title}`}
                onClick={() => onPin(v)}
              />
            </Tooltip>
            {v.mayEdit === 1 && (
              <Button
                type="text"
                size="small"
                disabled={busy}
                icon={<DeleteOutlined />}
                aria-label={`${say(words.viewDelete)} ${v.title}`}
                onClick={() => void run(() => onDelete(v))}
              />
            )}
          </li>
        ))}
      </ul>
      {kinds.length > 1 && (
        <Select
          size="small"
          aria-label={say(words.viewKind)}
          value={kind}
          options={kinds.map((value) => ({ value, label: say(KINDS[value]) }))}
          onChange={setKind}
        />
      )}
      {kind === 'role' && <RolePicker value={roleId} onChange={setRoleId} />}
      <Space.Compact>
        <Input
          value={title}
          maxLength={LONGEST_NAME}
          placeholder={say(words.viewName)}
          aria-label={say(words.viewName)}
          onChange={(e) => setTitle(e.target.value)}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && !isComposing(e)) keep()
          }}
        />
        <Button type="primary" disabled={!ready} onClick={keep}>
          {say(words.viewKeep)}
        </Button>
      </Space.Compact>
    </div>
  )
}
