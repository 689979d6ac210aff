import { useQuery } from '@tanstack/react-query'
import { Alert, Modal, Skeleton, Tag } from 'antd'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { DENIALS, type ButtonAnswer, type WhyNot } from '../../../../slices/shell/why-not.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { useWords } from '../../../../kit/web/i18n.web.ts'
import { useRegionName } from '../../../../kit/web/words.web.ts'
import { useShown } from './PageArea.tsx'
import { words } from './dialog-words.ts'

/** Why a button of the page is missing or greyed, and why rows are: rule by rule, with the roles that hold it. */
export default function Why({ onClose }: { onClose: () => void }) {
  const { say, lang } = useWords()
  const { key: path } = useShown()
  const { data, error } = useQuery({
    queryKey: ['why-not', path, lang],
    staleTime: 0,
    queryFn: () => api.get<WhyNot>('basic/why-not', { path }, { quiet: true }),
  })
  const region = useRegionName(data?.regionCode ?? '', true)
  const narrowed = [
    ...(data?.regionCode ? [`${say(words.whyRegion)} (${region})`] : []),
    ...(data?.dataScopes.length ? [`${say(words.whyScopes)}: ${data.dataScopes.join(', ')}`] : []),
    ...(data?.apiPaths.length ? [`${say(words.whyApi)}: ${data.apiPaths.join(', ')}`] : []),
    say(words.whyGreyed),
  ]
  return (
    <Modal open title={say(words.whyTitle)} width={760} footer={null} onCancel={onClose}>
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          {narrowed.map((n) => (
            <p key={n} className="shell-why">
              {n}
            </p>
          ))}
          <Table<ButtonAnswer>
            size="small"
            rowKey="code"
            pagination={false}
            scroll={{ y: 380 }}
            dataSource={data.buttons}
            locale={{ emptyText: say(words.whyNone) }}
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
