import { ClientSideRowModelModule, ModuleRegistry } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

ModuleRegistry.registerModules([ClientSideRowModelModule]);

interface Report {
  columns: { key: string; label: string }[];
  rows: Record<string, unknown>[];
}

/** What the first report is compared with: the same answer of the server in AG Grid alone, with nothing around it. */
function Page() {
  const [report, setReport] = useState<Report>();
  useEffect(() => {
    fetch(location.hash.slice(1), { headers: { authorization: `JWT ${localStorage.getItem('t')}` } })
      .then((response) => response.json())
      .then(({ data }) => setReport(data));
  }, []);
  if (!report) return null;
  return (
    <div style={{ height: 600 }}>
      <AgGridReact
        rowData={report.rows}
        columnDefs={report.columns.map(({ key, label }) => ({ field: key, headerName: label }))}
        defaultColDef={{ cellDataType: false }}
      />
    </div>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
