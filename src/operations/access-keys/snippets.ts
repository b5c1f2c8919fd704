/** The place of the secret in a snippet. */
export const PLACEHOLDER = 'mk_YOUR_SECRET';

interface Place {
  /** Address of the installation, without a trailing slash. */
  origin: string;
  farm: number;
  /** A feed of the farm; 1 if it has none yet. */
  ingredient: number;
  /** First and last day of the month, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The first instant of the month, and of the next one. */
  start: string;
  end: string;
}

/** Path and query of the report that the snippets read: plan and fact by day, group and ration. */
const buildReportUrl = ({ origin, farm, from, to }: Place) =>
  `${origin}/api/report/planfeed/make/?farm=${farm}&planned_on_after=${from}&planned_on_before=${to}`;

const writeCurl = (place: Place) => `curl -H "Authorization: Bearer ${PLACEHOLDER}" \\
  "${buildReportUrl(place)}"`;

const writeDelivery = ({ origin, farm, ingredient }: Place) => `curl -X POST "${origin}/api/manager/deliveries/" \\
  -H "Authorization: Bearer ${PLACEHOLDER}" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: waybill-1042" \\
  -d '{"farm": ${farm}, "delivery_type": "delivery", "ingredient": ${ingredient}, "value": 24500, "price": 0.21}'`;

const writePowerQuery = ({ origin, farm, from, to }: Place) => `let
  Answer = Json.Document(Web.Contents("${origin}", [
    RelativePath = "api/report/planfeed/make/",
    Query = [farm = "${farm}", planned_on_after = "${from}", planned_on_before = "${to}"],
    Headers = [Authorization = "Bearer ${PLACEHOLDER}"]
  ])),
  Rows = Table.FromRecords(Answer[data][rows], null, MissingField.UseNull)
in
  Rows`;

const writePython = (place: Place) => `# pip install pandas requests
import pandas, requests

answer = requests.get(
    "${buildReportUrl(place)}",
    headers={"Authorization": "Bearer ${PLACEHOLDER}"},
)
answer.raise_for_status()
rows = pandas.DataFrame(answer.json()["data"]["rows"])
print(rows)`;

const writeMetabase = (place: Place) => `import json, sqlite3, urllib.request

request = urllib.request.Request(
    "${buildReportUrl(place)}",
    headers={"Authorization": "Bearer ${PLACEHOLDER}"},
)
rows = json.load(urllib.request.urlopen(request))["data"]["rows"]
columns = sorted({name for row in rows for name in row})
names = ", ".join(f'"{name}"' for name in columns)
with sqlite3.connect("manger.db") as database:
    database.execute("drop table if exists planfeed")
    database.execute(f"create table planfeed ({names})")
    database.executemany(
        f"insert into planfeed values ({', '.join('?' * len(columns))})",
        [[row.get(name) for name in columns] for row in rows],
    )`;

const writeAdeRead = ({ origin, farm, start, end }: Place) => `curl -H "Authorization: Bearer ${PLACEHOLDER}" \\
  "${origin}/api/ade/locations/manger/${farm}/group-feeding/?start-date-time=${start}&end-date-time=${end}"`;

const writeAdeMilk = ({
  origin,
  farm,
  from,
}: Place) => `curl -X POST "${origin}/api/ade/batches/locations/manger/${farm}/daily-milking-averages/" \\
  -H "Authorization: Bearer ${PLACEHOLDER}" \\
  -H "Content-Type: application/json" \\
  -d '[{"meta": {"source": "herd.example.com", "sourceId": "4711", "modified": "${from}T18:00:00Z"},
        "averageDate": "${from}", "milkYieldAvg24h": {"unitCode": "KGM", "value": 3150.5},
        "animalSetReference": {"identifier": {"scheme": "manger", "id": "1"}}, "fatPercentage": 4.1, "proteinPercentage": 3.3}]'`;

/** The examples of the page “Connect”, in its order. A name is that of the program, the same in every language. */
export const SNIPPETS = [
  { hint: 'curl_hint', name: 'curl', write: writeCurl },
  { hint: 'deliver_hint', name: 'curl -X POST', write: writeDelivery },
  { hint: 'excel_hint', name: 'Excel Power Query', write: writePowerQuery },
  { hint: 'python_hint', name: 'Python', write: writePython },
  { hint: 'power_bi_hint', name: 'Power BI', write: writePowerQuery, database: true },
  { hint: 'metabase_hint', name: 'Metabase', write: writeMetabase, database: true },
  { hint: 'ade_hint', name: 'ICAR ADE', write: writeAdeRead },
  { hint: 'ade_post_hint', name: 'ICAR ADE, POST', write: writeAdeMilk },
] as const;
