/** Node of a signing flow (dictionary sign_node): 承包方, 受让方, 发包方, 鉴证机构. */
export type SignNode = 'cbf' | 'cbf_zr' | 'fbf' | 'jz'
