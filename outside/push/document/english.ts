// What the titles of a message say in English, for readers of the document who read no Chinese. Pure.

const ENGLISH: Readonly<Record<string, string>> = {
  已办结业务报文: 'Message about a finished case',
  报文头: 'Head',
  '消息编号：同一业务、同一版本不变，用于去重': 'Message id: the same for one case and version; repeats are known by it',
  业务编号: 'Code of the case',
  业务类型: 'Type of the case',
  业务事项: 'Item of the type',
  登记业务代码: 'Code of the business at the registry',
  行政区划: 'Region',
  行政区划代码: 'Code of the region',
  '首次发送时间（北京时间）：同一消息编号重发时不变': 'When it was first sent (Beijing time): the same whenever the message is sent again',
  '版本：数据变化后重新推送时加一，消息编号随之改变': 'Version: one more when it is pushed anew after a change, with another message id',
  '同一登记簿上一笔业务的编号：应先于本报文到达': 'Code of the case before it on the same book, which arrives first',
  登记结果通知地址: 'Address to which the outcome may be told',
  业务前的登记簿: 'Books before the case',
  业务后的登记簿: 'Books after the case',
  登记簿: 'Book',
  承包地块: 'Contracted parcels',
  QLF_QL_NYDSYQ: "The registry's own table of the right",
  业务前后的地块: 'Parcels before and after the case',
  地块: 'Parcel',
  '原地块编码（分割、合并的来源）': 'Codes of the parcels that it came from',
  地块编码: 'Code of a parcel',
  '图形（WKT，EPSG:4490，经度在前）': 'Shape (WKT, EPSG:4490, longitude first)',
  坐标系: 'Coordinate system',
  '实测面积（平方米）': 'Measured area (m²)',
  '实测面积（亩）': 'Measured area (mu)',
  '操作：01保持 02新增 03变更 04注销': 'What was done: 01 kept, 02 added, 03 changed, 04 ended',
  当事人: 'Parties',
  发包方: 'Issuer',
  承包方: 'Contractor',
  承包方成员数量: 'Members of the contractor',
  '登记簿（承包合同、经营权证）编码': 'Code of the book (contract, certificate)',
  '属于业务前（before）还是业务后（after）': 'Whether it stands before or after the case',
  家庭成员: 'Members of the household',
  承包合同: 'Contracts',
  合同文件编号: 'Paper of the contract',
  '合同文件SHA-256': 'SHA-256 of that paper',
  业务附件: 'Papers of the case',
  附件: 'Paper',
  附件类别: 'Kind of paper',
  文件名: 'File name',
  '附件编号：用应用标识和签名向本系统/api/openApi/file取内容': 'Number of the paper: its content is fetched by a signed call of /api/openApi/file',
  取附件的路径: 'Path by which it is fetched',
  '内容的SHA-256': 'SHA-256 of the content',
  字节数: 'Bytes',
  业务号: 'Case',
  权利类型: 'Kind of right',
  登记类型: 'Kind of registration',
  发包方代码: 'Code of the issuer',
  发包方名称: 'Name of the issuer',
  '承包面积（平方米）': 'Contracted area (m²)',
  承包起始时间: 'Term from',
  承包结束时间: 'Term to',
  土地所有权性质: 'Ownership of the land',
  水域滩涂类型: 'Kind of water or shore',
  '不动产单元号，多个以分号分隔': 'Real-estate unit numbers, semicolons between several',
  区县代码: 'Code of the county',
  登簿人: 'Registered by',
  登记时间: 'Registered at',
  附记: 'Note',
  权属状态: 'State of the right',
}
interface Titled {
  title?: string
  description?: string
  properties?: Readonly<Record<string, Titled>>
  items?: Titled
}
/** The schema with an English description at every title that has none of its own. */
export function withEnglish<S extends Titled>(s: S): S {
  const { properties, items } = s
  // a field without an English label of its own is described by its Chinese one
  const en = s.description && s.description !== s.title ? s.description : ENGLISH[s.title ?? '']
  return {
    ...s,
    ...(en ? { description: en } : {}),
    ...(properties ? { properties: Object.fromEntries(Object.entries(properties).map(([n, x]) => [n, withEnglish(x)])) } : {}),
    ...(items ? { items: withEnglish(items) } : {}),
  }
}
