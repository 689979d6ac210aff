import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'

/** Files kept with a contractor: list, upload (large ones in pieces), rename, download, delete. */
export const CbfFiles = ({ id }: { id: string }) => <Uploader businessId={id} businessItem="cbf" slice={{ parallel: true }} />
