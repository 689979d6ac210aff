import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Button, Card, Col, Flex, Row, Skeleton } from 'antd'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { useSiteFacts } from '../../platform/shell/site.web.ts'
import { CARDS, ENTRIES, isOfDay, words, workFirst, type HomeFigures } from './home.ts'
import { AreaBars } from './AreaBars.web.tsx'
import { Crumbs, type Way } from './Crumbs.web.tsx'
import { Figure } from './Figure.web.tsx'
import { Followed, Notices, Todo } from './Waiting.web.tsx'

/** With thousands apart and this many decimals. */
const figure = (n: number, digits: number): string => n.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** What there is in the region, what waits, the contract area by region, and the ways to begin a business. Source: statistics.md 2. */
export function CountsView({ data, way }: { data: HomeFigures | undefined; way: Way }) {
  const { say } = useSay()
  const { user, can } = useSession()
  // without the button of the business screens the list would be refused
  const mayTodo = can('business_view')
  const site = useSiteFacts()
  const first = mayTodo && workFirst(site?.deployment ?? '', user?.role_name ?? '')
  const children = data?.children.filter((c) => !c.self) ?? []
  // whoever works on cases has them before the figures
  const figures = (
    <Row gutter={[16, 16]}>
      {CARDS.filter((c) => c.past || !data || !isOfDay(data)).map((c) => (
        <Col key={c.label.zh} xs={12} md={8} xl={4}>
          <Card size="small">
            {data ? (
              <Figure label={c.label} value={figure(c.value(data.total), c.precision ?? 0)} suffix={c.suffix} />
            ) : (
              <Skeleton active paragraph={{ rows: 1 }} title={false} />
            )}
          </Card>
        </Col>
      ))}
    </Row>
  )
  return (
    <Flex vertical gap="middle">
      {!first && figures}
      <Entries />
      <Row gutter={[16, 16]}>
        <Col xs={24} xl={14} order={first ? 2 : 1}>
          <Card size="small" title={say(words.byRegion)} styles={{ body: { minHeight: 380 } }}>
            <Crumbs {...way} />
            {data && data.children.length === 0 ? (
              <p className="home-none">{say(phrases.empty)}</p>
            ) : (
              <AreaBars
                children_={data?.children ?? []}
                onOpen={(c) => children.some((x) => x.regionCode === c.regionCode) && way.setPath([...way.path, { code: c.regionCode, name: c.regionName }])}
              />
            )}
          </Card>
        </Col>
        <Col xs={24} xl={10} order={first ? 1 : 2}>
          <Flex vertical gap="middle">
            {mayTodo && <Todo />}
            {mayTodo && <Followed />}
            <Notices />
          </Flex>
        </Col>
      </Row>
      {first && figures}
    </Flex>
  )
}

function Entries() {
  const { say } = useSay()
  const { can } = useSession()
  const openPage = useOpenPage()
  const open = ENTRIES.filter((e) => can(e.perm))
  if (open.length === 0) return null
  return (
    <Card size="small" title={say(words.entries)}>
      <Flex gap="small" wrap>
        {open.map((e) => (
          <Button key={e.label.zh} {...(e.primary ? { type: 'primary' as const } : {})} onClick={() => openPage(e.to, e.search ?? {})}>
            {say(e.label)}
          </Button>
        ))}
      </Flex>
    </Card>
  )
}
