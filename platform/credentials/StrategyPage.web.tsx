import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Spin } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { useGuard, useToast } from '../../kit/web/dialogs.web.tsx'
import { ResourceForm } from '../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { password_strategy } from './strategy.ts'
import { words } from '../parts/people-words.ts'
import { LoadFailed } from '../parts/LoadFailed.web.tsx'

const PATH = password_strategy.path
/** What the tenant asks of passwords and sessions: one form. Source: screens.md A17. */
export default function StrategyPage() {
  const { say } = useSay()
  const { can } = useSession()
  const client = useQueryClient()
  const toast = useToast(),
    unsaved = useGuard()
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: queryKeyOf(password_strategy),
    gcTime: 0,
    queryFn: () => api.get<Record<string, unknown>>(`${PATH}/default-strategy`, {}, { quiet: true }),
  })
  if (error) return <LoadFailed error={error} />
  if (!data) return <Spin />
  return (
    <Card
      title={say({ zh: password_strategy.label, en: password_strategy.en })}
      extra={<Button onClick={() => void api.get(`${PATH}/clear-cache`).then(() => toast.done(words.cleared), toast.failed)}>{say(words.clearCache)}</Button>}
    >
      <ResourceForm
        key={dataUpdatedAt}
        of={password_strategy}
        mode={can('password_strategy_edit') ? 'edit' : 'view'}
        row={data}
        unsaved={unsaved}
        onSubmit={(body) => api.post(`${PATH}/submit`, body, undefined, { quiet: true })}
        onDone={() => void client.invalidateQueries({ queryKey: queryKeyOf(password_strategy) })}
      />
    </Card>
  )
}
