import { useQuery } from '@tanstack/react-query'
import { useOpenPage } from '../../kit/web/open-page.web.ts'
import { Alert, Button, Empty, Flex, Grid, List, Segmented, Splitter, Tag, Typography } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { usePageState, useSession } from '../../kit/web/session.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ParcelCard } from '../../land/map/ParcelCard.web.tsx'
import { RegionMap } from '../../land/map/RegionMap.web.tsx'
import { SEVERITIES, type Severity } from './findings.ts'
import { repairOf, type RepairSubject } from './repair.ts'
import { words } from './words.ts'

/** Colours of what was found: wrong, worth a look, worth knowing. */
export const FINDING_MARKS: Readonly<Record<Severity, string>> = { error: '#cf1322', warn: '#d48806', hint: '#531dab', notice: '#08979c' }
const HEIGHT = 'calc(100vh - 260px)'

/** Parcels with a finding of their own, of their book or of their holder: marked on the map and listed beside it. */
export default function FindingsMap({ region: asked }: { region: string }) {
  const { say } = useSay()
  const { can, user } = useSession()
  // somebody of one county need not choose it
  const region = asked || (user?.dept_region ?? '')
  const { search, setSearch } = usePageState()
  const openPage = useOpenPage()
  const { label } = useDict('watch_severity')
  const rule = useDict('watch_rule').label
  const severity = SEVERITIES.find((s) => s === search.severity) ?? ''
  const picked = search.dkbm
  const { data, error } = useQuery({
    queryKey: queryKeyOf('watch', 'parcels', region, severity),
    enabled: region.length >= 6,
    staleTime: 0,
    queryFn: () =>
      api.get<{ more: boolean; records: { dkbm: string; severity: Severity; finding: string }[] }>(
        'watch/finding/parcels',
        { regionCode: region, ...(severity ? { severity } : {}) },
        { quiet: true },
      ),
    select: (d) => ({ ...d, marks: new Map(d.records.map((r) => [r.dkbm, FINDING_MARKS[r.severity]])) }),
  })
  const finding = data?.records.find((r) => r.dkbm === picked)?.finding
  const found = useQuery({
    queryKey: queryKeyOf('watch', 'finding', finding),
    enabled: !!finding,
    queryFn: () => api.get<RepairSubject>('watch/finding/detail', { id: finding! }, { quiet: true }),
  })
  const way = found.data && repairOf(found.data, (kind) => can(`${kind}_edit`))
  const wide = Grid.useBreakpoint().md !== false
  if (region.length < 6) return <Empty description={say(words.county)} />
  return (
    <Flex vertical gap="small">
      <Segmented
        style={{ alignSelf: 'start' }}
        value={severity}
        onChange={(s) => setSearch({ severity: s || undefined })}
        options={[
          { value: '', label: say(words.all) },
          // what is only told is nothing to look at on the map
          ...SEVERITIES.filter((s) => s !== 'notice').map((s) => ({ value: s as string, label: <Tag color={FINDING_MARKS[s]}>{label(s)}</Tag> })),
        ]}
      />
      {error && <Alert type="error" showIcon title={error.message} />}
      {data?.more && <Alert banner type="warning" title={say(words.more)} />}
      <Splitter orientation={wide ? 'horizontal' : 'vertical'} style={{ height: wide ? HEIGHT : '100vh' }}>
        <Splitter.Panel>
          <RegionMap
            regionCode={region}
            marks={data?.marks}
            {...(picked ? { selected: picked } : {})}
            onPick={(dkbm) => setSearch({ dkbm })}
            onLeave={() => picked && setSearch({ dkbm: undefined })}
            height={wide ? HEIGHT : '50vh'}
          >
            {picked && (
              <ParcelCard
                dkbm={picked}
                onClose={() => setSearch({ dkbm: undefined })}
                actions={
                  found.data && (
                    <Flex vertical align="start" gap={4}>
                      <Typography.Text strong>{rule(found.data.rule)}</Typography.Text>
                      {way && (
                        <Button size="small" type="primary" onClick={() => openPage(way.to, way.search)}>
                          {say(words.repair)}
                        </Button>
                      )}
                    </Flex>
                  )
                }
              />
            )}
          </RegionMap>
        </Splitter.Panel>
        <Splitter.Panel defaultSize={250} min={180} max={400} collapsible>
          <List
            size="small"
            header={`${say(words.parcels)} ${data?.records.length ?? ''}`}
            style={{ height: '100%', overflow: 'auto', paddingLeft: 8 }}
            locale={{ emptyText: say(words.none) }}
            dataSource={data?.records ?? []}
            renderItem={(r) => (
              <List.Item style={{ padding: '4px 0' }}>
                <Button type={r.dkbm === picked ? 'primary' : 'link'} size="small" onClick={() => setSearch({ dkbm: r.dkbm })}>
                  {r.dkbm}
                </Button>
                <Tag color={FINDING_MARKS[r.severity]}>{label(r.severity)}</Tag>
              </List.Item>
            )}
          />
        </Splitter.Panel>
      </Splitter>
    </Flex>
  )
}
