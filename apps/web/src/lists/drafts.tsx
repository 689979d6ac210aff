import { ParcelPicker } from '../../../../business/cases/web/ParcelPicker.web.tsx'
import DraftPage, { type Picker } from '../../../../land/cbht/DraftPage.web.tsx'

/** Contracts made outside, whose parcels are chosen among those that no business holds. */
export default function Drafts() {
  return <DraftPage picker={ParcelPicker as Picker} />
}
