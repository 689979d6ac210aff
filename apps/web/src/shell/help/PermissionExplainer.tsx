import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../../../../kit/web/open-page.web.ts'
import { Alert, Button, Modal, Segmented, Skeleton, Tag, theme } from 'antd'
import { useState, type ReactNode } from 'react'
import { Table } from '../../../../../kit/web/Table.web.tsx'
import type { Text } from '../../../../../kit/model/lang.ts'
import { DENIALS, type ButtonAnswer, type Denial, type WhyNot } from '../../../../../platform/shell/why-not.ts'
import { api } from '../../../../../kit/web/client.web.ts'
import { useSession, type Refused } from '../../../../../kit/web/session.web.ts'
import { useRegionName, useSay } from '../../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../../kit/web/keys.web.ts'
import { useShownKey } from '../PageArea.tsx'
import { words } from '../../../../../platform/shell/dialog-words.ts'

interface PermissionExplainerProps {
  /** begin with what is missing instead of with every button */
  missing?: boolean
  /** the greyed command that is asked about */
  refused?: Refused | undefined
  onClose: () => void
}
const RULES: Readonly<Record<Denial, { label: Text; fine(names: readonly string[]): Text }>> = {
  password: { label: words.whyPassword, fine: () => words.whyPasswordFine },
  package: { label: words.whyPackage, fine: (names) => (names.length ? words.whyPackageFine : words.whyNoPackage) },
  role: { label: words.whyOwnRoles, fine: () => words.whyGivenBy },
}

/** Why a button of the page is missing or greyed, and why rows are: rule by rule, with the roles that hold it. */
export default function PermissionExplainer({ missing = false, refused, onClose }: PermissionExplainerProps) {
  const { say, lang } = useSay()
  const path = useShownKey()
  const [only, setOnly] = useState(missing)
  const { data, error } = useQuery({
    queryKey: queryKeyOf('why-not', path, lang),
    staleTime: 0,
    queryFn: () => api.get<WhyNot>('basic/why-not', { path }, { quiet: true }),
  })
  const region = useRegionName(data?.regionCode ?? '', true)
  const narrowed = [
    ...(data?.regionCode ? [`${say(words.whyRegion)} (${region})`] : []),
    ...(data?.dataScopes.length ? [`${say(words.whyScopes)}: ${data.dataScopes.join(', ')}`] : []),
    ...(data?.apiPaths.length ? [`${say(words.whyApi)}: ${data.apiPaths.join(', ')}`] : []),
    ...(refused ? [] : [say(words.whyGreyed)]),
  ]
  const away = data?.buttons.filter((b) => !b.held) ?? []
  const shown = only ? away : data?.buttons
  const asked = refused && data?.buttons.find((b) => b.code === refused.perm)
  return (
    <Modal open title={say(words.whyTitle)} width={760} footer={null} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {refused && (
        <Alert
          type="warning"
          showIcon
          className="shell-why"
          title={`${refused.name} · ${say(words.whyGreyedOf)}${refused.reason}`}
          description={asked?.chain && <Chain of={asked} reason={refused.reason} onClose={onClose} />}
        />
      )}
      {data && (
        <>
          {narrowed.map((n) => (
            <p key={n} className="shell-why">
              {n}
            </p>
          ))}
          <Segmented<'missing' | 'all'>
            className="shell-why"
            value={only ? 'missing' : 'all'}
            onChange={(v) => setOnly(v === 'missing')}
            options={[
              { value: 'missing', label: `${say(words.whyOnlyMissing)} ${away.length}` },
              { value: 'all', label: `${say(words.whyAll)} ${data.buttons.length}` },
            ]}
          />
          <Table<ButtonAnswer>
            size="small"
            rowKey="code"
            pagination={false}
            scroll={{ y: 380 }}
            dataSource={shown ?? []}
            locale={{ emptyText: say(data.buttons.length ? words.whyNoneMissing : words.whyNone) }}
            expandable={{ rowExpandable: (b) => !!b.chain, expandedRowRender: (b) => <Chain of={b} onClose={onClose} />, expandRowByClick: true }}
            columns={[
              { title: say(words.whyButton), dataIndex: 'name', width: 180 },
              {
                title: say(words.whyState),
                dataIndex: 'denied',
                width: 220,
                render: (_v, b) => (b.denied ? <Tag color="error">{say(DENIALS[b.denied])}</Tag> : <Tag color="success">{say(words.whyHeld)}</Tag>),
              },
              { title: say(words.whyRoles), dataIndex: 'roles', render: (roles: string[]) => roles.join(', ') },
            ]}
          />
        </>
      )}
    </Modal>
  )
}

/** Every rule for one button, in the order in which they are asked, and the state of the data where that refuses it. */
function Chain({ of: b, reason, onClose }: { of: ButtonAnswer; reason?: string; onClose: () => void }) {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const go = (to: string) => {
    onClose()
    openPage(to)
  }
  return (
    <ul className="shell-chain">
      {b.chain?.map((l) => (
        <Rule key={l.rule} passes={l.passes} label={say(RULES[l.rule].label)}>
          {say(l.passes ? RULES[l.rule].fine(l.names) : DENIALS[l.rule])}
          {l.names.length > 0 && ` (${l.names.join(', ')})`}{' '}
          {!l.passes && l.rule === 'role' && can('sys_role_grant') && (
            <Button type="link" size="small" onClick={() => go('/system/role')}>
              {say(words.whyChange)}
            </Button>
          )}
        </Rule>
      ))}
      {reason && (
        <Rule passes={false} label={say(words.whyRow)}>
          {reason}
        </Rule>
      )}
    </ul>
  )
}

function Rule({ passes, label, children }: { passes: boolean; label: string; children: ReactNode }) {
  const { token } = theme.useToken()
  return (
    <li>
      {passes ? <CheckCircleFilled style={{ color: token.colorSuccess }} /> : <CloseCircleFilled style={{ color: token.colorError }} />} <b>{label}</b>{' '}
      {children}
    </li>
  )
}
