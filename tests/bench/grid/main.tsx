import { ClientSideRowModelModule, ModuleRegistry } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

ModuleRegistry.registerModules([ClientSideRowModelModule]);

interface Report {
  columns: { key: string; label: string }[];
  rows: Record<string, unknown>[];
}

/** The reference for a report: the same answer in a bare AG Grid. The hash is the request; without a hash there is no grid. */
function Page() {
  const [report, setReport] = useState<Report>();
  useEffect(() => {
    const load = async () => {
      const path = location.hash.slice(1);
      const answer = path ? await fetch(path, { headers: { authorization: `JWT ${localStorage.getItem('t')}` } }) : undefined;
      setReport(answer && (await answer.json()).data);
    };
    load();
    addEventListener('hashchange', load);
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
