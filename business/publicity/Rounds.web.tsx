import { useQuery } from '@tanstack/react-query'
import { Alert, Empty, Flex, Spin } from 'antd'
import { both } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Facts, Part } from '../cases/web/Facts.web.tsx'
import { words } from '../cases/web/words.ts'
import { Objections } from './Objections.web.tsx'
import { PostedList } from './PostedList.web.tsx'
import { publicity } from './publicity.ts'

const SHOWN = ['title', 'status', 'round', 'place', 'startDate', 'endDate', 'days', 'objectionResult']
/** The publicities that a case has had, to read: what was posted, when, and what was said against it. The last one first. */
export function PostingRounds({ row }: { row: AnyRow }) {
  const { say } = useSay()
  const { can } = useSession()
  const { data, error, isLoading } = useQuery({
    queryKey: queryKeyOf('publicity', 'rounds', row.id),
    enabled: can('publicity_view'),
    retry: false,
    queryFn: async () => {
      const { records } = await api.get<Page<AnyRow>>('yw-publicity/publicity/page', { businessId: row.id, current: 1, size: 50 }, { quiet: true })
      return records.toSorted((a, b) => Number(b.round ?? 0) - Number(a.round ?? 0))
    },
  })
  if (error) return <Alert type="error" showIcon title={error.message} />
  if (isLoading) return <Spin />
  if (!data?.length) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(both('没有公示记录', 'Nothing was posted'))} />
  return (
    <Flex vertical gap="large">
      {data.map((p) => (
        <div key={p.id}>
          <Facts of={publicity} names={SHOWN} row={p} />
          {p.snapshot && (
            <>
              <Part title={say(words.posted)} />
              <PostedList of={p} />
            </>
          )}
          <Part title={say(words.objections)} />
          <Objections of={p} posted={p.snapshot} />
        </div>
      ))}
    </Flex>
  )
}
