import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Result, Spin } from 'antd'
import { useState, type FC } from 'react'
import { api } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { formIn } from '../../definitions/form.ts'
import { isAbout } from '../../definitions/touched.ts'
import { OpenByOthers } from '../../../../platform/shell/OpenByOthers.web.tsx'
import { LoadFailed } from '../../../../platform/parts/LoadFailed.web.tsx'
import { RecordMissing } from '../../../../platform/record/RecordPage.web.tsx'
import { CaseForm } from './CaseForm.web.tsx'
import { editingOf, type CaseRow, type Requirement } from '../form.web.ts'
import type { Panels } from '../panels.web.ts'
import type { Screens } from '../screen.web.ts'
import type { TypeCode } from '../../../../services/process/engine/definitions.ts'
import { OtherDraft } from './Resumed.web.tsx'
import { giveUpDraft, isTyped, readStoredDraft } from './useDraft.web.ts'
import { words } from '../words.ts'

/** Screens of the types, and what tasks show of their own; the application hands them in. */
export interface ShownCase {
  panels: Panels
  screens: Screens
  /** the menu of the papers of a case */
  Papers?: FC<{ row: CaseRow }>
  /** the publicities of a case to read, and its way to other offices */
  Rounds?: FC<{ row: CaseRow }>
  Push?: FC<{ row: CaseRow }>
}
interface CasePageProps extends ShownCase {
  id?: string
  /** what a new case is: its type, and the code of the row that it was begun from */
  of?: { typeCode: TypeCode; start?: string }
  view: boolean
  onClose(): void
  onSaved(id: string): void
}
/** A business: loads it (or what a new one needs) and shows its form. `onSaved` is told the id of a new one. Source: screens.md C2-C3. */
export function CasePage({ id, of, panels, screens, Papers, Rounds, Push, view, onClose, onSaved }: CasePageProps) {
  const { say } = useSay()
  const client = useQueryClient()
  const detail = useQuery({
    queryKey: queryKeyOf('business', 'detail', id),
    enabled: !!id,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => api.get<CaseRow>('yw-accept/business/detail', { id }, { quiet: true }),
  })
  const config = useQuery({
    queryKey: queryKeyOf('business', 'config', of?.typeCode),
    enabled: !id && !!of,
    retry: false,
    queryFn: () => api.get<{ files: Requirement[] }>('yw-accept/process-config/active-config', { businessTypeCode: of!.typeCode }, { quiet: true }),
  })
  const typeCode = detail.data?.businessTypeCode ?? of?.typeCode
  const draft = useQuery({
    queryKey: queryKeyOf('business', 'input', id, typeCode),
    enabled: !view && !!typeCode,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: () => readStoredDraft({ ...(id ? { businessId: id } : {}), businessTypeCode: String(typeCode) }).catch(() => null),
  })
  /** the state of the case over which the person takes his draft, for one that has changed since */
  const [resumes, setResumes] = useState<string>()
  const renew = () => client.invalidateQueries({ queryKey: queryKeyOf('business') })
  if (detail.error) return <RecordMissing error={detail.error} onRetry={() => void detail.refetch()} onClose={onClose} />
  // what a new case lacks is no record: the server's own words say it
  if (config.error) return <LoadFailed error={config.error} onRetry={() => void config.refetch()} onClose={onClose} />
  const row = detail.data
  if ((id ? !row : of && !config.data) || draft.isLoading)
    return (
      <Flex justify="center" style={{ padding: 48 }}>
        <Spin />
      </Flex>
    )
  const kept = draft.data
  // who begins from a row does not go on with the case of another one unasked
  const isOther = !!of?.start && !id && isTyped(kept) && !isAbout(formIn(kept.body.form), of.start)
  // a draft is of the case as it was: whoever saved since is not overwritten unasked. One that is being read anew tells nothing yet
  const isBehind = isTyped(kept) && !draft.isFetching && editingOf(row, view) !== 'nothing' && !!row && String(kept.body.rev) !== String(row.rev)
  const over = String(row?.rev)
  if (isTyped(kept) && (isOther || isBehind) && resumes !== over)
    return (
      <OtherDraft
        name={String(kept.body.businessName ?? kept.body.obligeName ?? '')}
        at={kept.at}
        why={isOther ? 'other' : 'behind'}
        onResume={() => setResumes(over)}
        onGiveUp={() => void giveUpDraft(kept.businessId).then(renew, renew)}
      />
    )
  const screen = screens[(row ? row.businessTypeCode : of?.typeCode) as TypeCode]
  if (!screen) return <Result status="info" title={say(words.typeMissing)} extra={<Button onClick={onClose}>{say(words.back)}</Button>} />
  const files = row ? row.files : (config.data?.files ?? []).filter((f) => f.taskKey === 'register')
  const form = (
    <CaseForm
      key={`${row?.id}-${row?.rev}-${row?.taskId}-${row?.status}-${kept ? 'kept' : ''}`}
      kept={kept}
      screen={screen}
      row={row}
      files={files}
      panels={panels}
      papers={row && Papers && <Papers row={row} />}
      rounds={row && Rounds && <Rounds row={row} />}
      push={row && Push && <Push row={row} />}
      view={view}
      start={of?.start}
      onClose={onClose}
      onSaved={onSaved}
      onRenew={renew}
    />
  )
  // two who may do one task see each other before the second one is refused
  return (
    <>
      {row?.task && !view && <OpenByOthers of="business" id={row.id} isEditing={row.actions.length > 0} />}
      {form}
    </>
  )
}
