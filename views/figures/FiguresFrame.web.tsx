import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, type QueryKey } from '@tanstack/react-query'
import { Button, Empty, Flex, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { download } from '../../kit/web/download.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { BesideRegions } from '../../platform/parts/BesideRegions.web.tsx'
import { LoadFailed } from '../../platform/parts/LoadFailed.web.tsx'
import { Muted } from '../home/Figure.web.tsx'
import { figureWords as words } from './words.ts'

/** Digits of the code of a county. */
const COUNTY = 6
/** A call that answers a file. */
interface Taken {
  path: string
  query: Record<string, string | undefined>
}
interface FiguresFrameProps<T> {
  title: Text
  queryKey: QueryKey
  /** the call that answers the figures, with its query */
  path: string
  query: Record<string, string | undefined>
  /** what is said beside the moment of the figures */
  remark?: Text | undefined
  /** choices beside the heading */
  choices?: ReactNode
  /** the same figures as a workbook and on paper, for who may take them along */
  exported?: Taken | undefined
  printed?: readonly (Taken & { label: Text })[] | undefined
  /** figures of a county or a region below it: what is said while a wider one is chosen, of which nothing is asked */
  narrower?: Text | undefined
  /** what the address asks for can be kept under a name, and shown to others */
  saved?: boolean
  children(data: T, onOpen: (regionCode: string) => void): ReactNode
}
/** A page of figures: heading, region, their moment, choices, export; what is known stays in sight, faint, while other figures come. */
export function FiguresFrame<T extends { asOf: string }>({
  title,
  queryKey,
  path,
  query,
  remark,
  choices,
  exported,
  printed,
  narrower,
  saved = false,
  children,
}: FiguresFrameProps<T>) {
  const { say } = useSay()
  const { search, setSearch, tables } = usePageState()
  const Views = saved ? tables?.Views : undefined
  const { user } = useSession()
  const tooWide = narrower && (search.regionCode ?? user?.dept_region ?? '').length < COUNTY ? narrower : undefined
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey,
    enabled: !tooWide,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => api.get<T>(path, query, { quiet: true }),
  })
  const take = (from: Taken) => void download(from.path, from.query).catch(() => undefined)
  const body = () => {
    if (tooWide) return <Empty description={say(tooWide)} image={Empty.PRESENTED_IMAGE_SIMPLE} />
    if (error && !data) return <LoadFailed error={error} onRetry={refetch} />
    if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
    return (
      <Flex vertical gap="middle" aria-busy={isPlaceholderData} style={isPlaceholderData ? { opacity: 0.6 } : {}}>
        {children(data, (regionCode) => setSearch({ regionCode }))}
      </Flex>
    )
  }
  return (
    <BesideRegions
      value={search.regionCode}
      onChange={(regionCode) => setSearch({ regionCode })}
      title={say(title)}
      extra={
        <Flex gap="small" align="center" justify="end" wrap>
          <Muted>{data && `${say(words.asOf)} ${data.asOf} ${remark ? say(remark) : ''}`}</Muted>
          {choices}
          {printed?.map((paper) => (
            <Button key={paper.path} icon={<PrinterOutlined />} onClick={() => take(paper)}>
              {say(paper.label)}
            </Button>
          ))}
          {exported && (
            <Button icon={<DownloadOutlined />} onClick={() => take(exported)}>
              {say(words.export)}
            </Button>
          )}
          {Views && <Views />}
        </Flex>
      }
    >
      {body()}
    </BesideRegions>
  )
}
