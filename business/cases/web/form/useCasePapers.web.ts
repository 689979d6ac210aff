import { useMemo } from 'react'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { useAttachments } from '../../../../services/files/uploader/uploads.web.ts'
import { LETTER_KIND } from '../../people/applicant.ts'
import { askedFor, paperTitle } from '../../definitions/materials.ts'
import type { Papers } from '../../definitions/type.ts'
import type { Placed } from '../CaseParts.web.tsx'
import type { Requirement } from '../form.web.ts'

/** The papers that a case asks for, how many are there, and which are missing. `asked`: what form and item leave out and need. */
export function useCasePapers(caseId: string | undefined, files: readonly Requirement[], asked: Papers, needsLetter: boolean) {
  const { say } = useSay()
  const kinds = useDict('attach_kind')
  const attached = useAttachments(caseId).data
  const asking = askedFor(files, needsLetter ? { ...asked, with: [...(asked.with ?? []), LETTER_KIND] } : asked)
  // the same list as long as it says the same: what shows it is drawn anew with another
  const wanted = useMemo(() => asking, [JSON.stringify(asking)])
  const missing: Placed[] = wanted
    .filter((f) => f.isRequired === '1' && !attached?.some((a) => a.businessItem === f.businessItem))
    .map((f) => {
      const title = paperTitle(f, kinds.label(f.businessItem))
      return { field: f.businessItem, part: 'files', msg: say({ zh: `缺少${title.zh}`, en: `Missing: ${title.en}` }) }
    })
  return { attached, wanted, missing }
}
