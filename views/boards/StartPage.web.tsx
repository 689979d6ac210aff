import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import HomePage from '../home/HomePage.web.tsx'

// panels draw charts: they come with the first board
const Board = lazy(() => import('./Board.web.tsx'))

/** The start, with the boards that are meant for its reader as further tabs. */
export default function StartPage() {
  const { can } = useSession()
  const { data = [] } = useQuery({
    enabled: can('home_view'),
    queryKey: queryKeyOf('board', 'mine', 'home'),
    retry: false,
    queryFn: () => api.get<{ id: string; name: string }[]>('data/board/mine', { place: 'home' }, { quiet: true }),
  })
  const tabs = data.map(({ id, name }) => ({
    key: `board-${id}`,
    label: name,
    content: (
      <Suspense fallback={null}>
        <Board id={id} />
      </Suspense>
    ),
  }))
  return <HomePage tabs={tabs} />
}
