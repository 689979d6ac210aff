import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Card, Empty, Skeleton, Tag } from 'antd'
import { minuteText } from '../../kit/web/clock.web.ts'
import type { Page } from '../../kit/model/page.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { words } from './words.ts'

interface Case {
  id: string
  businessName: string
  businessCode?: string
  currentActive?: string
  createTime: string
}
/** The way to the survey without network, for who surveys. */
export function ToSurvey() {
  const { say } = useSay()
  const { can } = useSession()
  if (!can('extension_household_edit')) return null
  return (
    <Card size="small">
      <Button block size="large" href="/away/survey">
        {say(words.survey)}
      </Button>
    </Card>
  )
}
/** The ten newest businesses that wait for this person. */
export function Todo() {
  const { say } = useSay()
  const { can } = useSession()
  const { label } = useDict('task_key')
  const list = useQuery({
    queryKey: queryKeyOf('mobile', 'todo'),
    enabled: can('business_view'),
    queryFn: () => api.get<Page<Case>>('yw-accept/business/todo-list', { current: 1, size: 10 }, { quiet: true }),
  })
  if (!can('business_view')) return null
  return (
    <Card size="small" title={say(words.todo)} extra={list.data ? list.data.total : ''}>
      {list.isLoading && <Skeleton active />}
      {list.error && (
        <p role="alert">
          {say(words.failed)} {list.error.message} <Button onClick={() => void list.refetch()}>{say(words.retry)}</Button>
        </p>
      )}
      {list.data?.records.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.todoNone)} />}
      <ul className="mobile-list">
        {list.data?.records.map((c) => (
          <li key={c.id}>
            <Link to="/mobile/index" search={{ case: c.id }} className="mobile-open" aria-label={`${say(words.handle)} ${c.businessName}`}>
              {c.businessName}
            </Link>
            {c.currentActive && <Tag>{label(c.currentActive)}</Tag>}
            <small>
              {say(words.received)} {minuteText(c.createTime)}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
