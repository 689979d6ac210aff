import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Flex, Typography } from 'antd'
import { both as w } from '../../kit/model/lang.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { PARCEL_THEMES } from './layers/themes.ts'
import { mu } from '../definitions/area.ts'
import './map.css'

const words = {
  theme: w('地块专题', 'Theme of the parcels'),
  parcels: w('块', 'parcels'),
  contract: w('份', 'contracts'),
  household: w('户', 'households'),
  mu: w('亩', 'mu'),
}
/** The legend of a theme as the server counts it (themes.server.ts). */
interface ThemeLegend {
  theme: string
  label: string
  /** of what the classes are, where they are not of parcels, and how many of that there are of each */
  unit: '' | 'contract' | 'household'
  classes: { key: string; label: string; color: string; count: number; mu: string; units: number | null }[]
}
/** A theme in a region, on a day: classes, colours and counts. */
export const useThemeLegend = (theme: string | undefined, regionCode: string, asOf?: string) =>
  useQuery({
    queryKey: queryKeyOf('map', 'theme', theme, regionCode, asOf),
    enabled: !!theme,
    retry: false,
    queryFn: () => api.get<ThemeLegend>('map/dk/theme', { theme, regionCode, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })

interface ThemePanelProps {
  theme: string | undefined
  onTheme(theme: string | undefined): void
  legend: ReturnType<typeof useThemeLegend>
  /** classes whose parcels are left out of the map */
  hidden: ReadonlySet<string>
  onHide(key: string, isHidden: boolean): void
}
/** What colours the parcels, how many there are of each class, and which of them the map shows. Source: screens.md G1. */
export function ThemePanel({ theme, onTheme, legend, hidden, onHide }: ThemePanelProps) {
  const { say } = useSay()
  const { can } = useSession()
  return (
    <Flex vertical gap="small">
      <ClearSelect
        aria-label={say(words.theme)}
        placeholder={say(words.theme)}
        value={theme ?? null}
        onChange={(t) => onTheme(t ?? undefined)}
        options={PARCEL_THEMES.filter((t) => !t.perm || can(t.perm)).map((t) => ({ value: t.key, label: say(t.label) }))}
      />
      {legend.error && <Alert type="info" showIcon title={legend.error.message} />}
      <Flex vertical gap={4} role="list" aria-label={legend.data?.label}>
        {legend.data?.classes.map((c) => (
          <Flex key={c.key} role="listitem" gap="small" align="center">
            <Checkbox checked={!hidden.has(c.key)} aria-label={c.label} onChange={(e) => onHide(c.key, !e.target.checked)} />
            <span aria-hidden className="map-swatch" style={{ background: `${c.color}66`, border: `1px solid ${c.color}` }} />
            <span style={{ flex: 1 }}>{c.label}</span>
            <Typography.Text type="secondary">
              {legend.data.unit && `${c.units ?? 0} ${say(words[legend.data.unit])} `}
              {c.count} {say(words.parcels)}
              {c.mu && ` ${mu(c.mu)} ${say(words.mu)}`}
            </Typography.Text>
          </Flex>
        ))}
      </Flex>
    </Flex>
  )
}
