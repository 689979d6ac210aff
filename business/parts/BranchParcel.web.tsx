import { InputNumber, Select, Tooltip, Typography } from 'antd'
import { useSay } from '../../kit/web/words.web.ts'
import { formsIn } from '../cases/definitions/form.ts'
import { faultAt } from '../cases/web/Changes.web.tsx'
import { isShare, setShare, type ParcelPlace } from './branch-placing.ts'
import { words } from './branch-words.ts'
import { YES } from './branches.ts'
import { branchChoices, plain, type BranchesView } from './branches.web.ts'
import { ZoneRow } from './Zone.web.tsx'
import { HeldInput } from '../cases/web/HeldInput.web.tsx'

const placeOf = (value: string): ParcelPlace => (value === 'cut' || value === 'all' || value === 'none' ? value : Number(value))

/** A parcel of the household that is split, in the household at `place` or in none. */
export function BranchParcel({ view, dkbm, place }: { view: BranchesView; dkbm: string; place?: number }) {
  const { say } = useSay()
  const { households, cuts, lines, isEditable, faults } = view
  const line = lines.find((l) => l.dkbm === dkbm)
  const parcels = place === undefined ? [] : formsIn(households[place]!.dk)
  const index = parcels.findIndex((d) => d.dkbm === dkbm)
  const parcel = parcels[index]
  const isPart = isShare(households, parcel)
  const fault =
    place === undefined ? undefined : ['dkbm', 'htmj', 'htmjm'].map((n) => faultAt(faults, `households.${place}.dk.${index}.${n}`)).find((f) => f !== undefined)
  const current: ParcelPlace = cuts.some((c) => c.dkbm === dkbm) ? 'cut' : isPart ? 'all' : (place ?? 'none')
  return (
    <div>
      <ZoneRow of={{ kind: 'parcel', id: dkbm }} onDrag={view.onDrag}>
        {/* two parcels of one name are told apart by their codes: the name gives way, never the code */}
        <Tooltip title={dkbm}>
          <span style={{ flex: '1 1 90px', minWidth: 70, display: 'flex', gap: 4, whiteSpace: 'nowrap' }}>
            <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{plain(line?.dkmc) || dkbm.slice(-5)}</span>
            <Typography.Text type="secondary">{dkbm.slice(-5)}</Typography.Text>
          </span>
        </Tooltip>
        {isPart && isEditable ? (
          <HeldInput value={parcel?.htmjm} onType={(v) => view.onHouseholds(setShare(households, place!, dkbm, v as string | null, line))}>
            {({ value, ...held }) => (
              <InputNumber<string>
                {...held}
                stringMode
                size="small"
                precision={2}
                controls={false}
                style={{ width: 90 }}
                aria-label={`${view.name(place!)} ${dkbm} ${say(words.mu)}`}
                value={plain(value) || null}
                {...(fault ? { status: 'error' as const } : {})}
                suffix={say(words.mu)}
              />
            )}
          </HeldInput>
        ) : (
          <span style={{ whiteSpace: 'nowrap' }}>
            {plain(parcel?.htmjm) || plain(line?.htmjm)} {say(words.mu)}
          </span>
        )}
        {isEditable && (
          <Select
            size="small"
            style={{ flex: '0 1 88px', minWidth: 72 }}
            aria-label={`${say(words.to)} ${dkbm}`}
            value={String(current)}
            options={[
              ...branchChoices(households),
              { value: 'none', label: say(words.unplaced) },
              ...(view.mayCut ? [{ value: 'cut', label: say(words.cut) }] : []),
              ...(line?.sfqqqg === YES ? [{ value: 'all', label: say(words.divide) }] : []),
            ]}
            onChange={(v: string) => view.onParcel(dkbm, placeOf(v))}
          />
        )}
      </ZoneRow>
      {fault && (
        <Typography.Text type="danger" role="alert" style={{ fontSize: 12 }}>
          {fault}
        </Typography.Text>
      )}
    </div>
  )
}
