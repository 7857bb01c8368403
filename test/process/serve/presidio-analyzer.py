# Presidio's analyzer behind POST /analyze, as its own app.py has it, without Flask. Prints its port when it listens.
import json
from http.server import BaseHTTPRequestHandler, HTTPServer

import spacy
from presidio_analyzer import AnalyzerEngine, AnalyzerRequest
from presidio_analyzer.nlp_engine import NlpEngineProvider

model = next(name for name in spacy.util.get_installed_models() if name.startswith("en"))
configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
engine = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=configuration).create_engine())


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers["content-length"])
        asked = AnalyzerRequest(json.loads(self.rfile.read(length)))
        found = engine.analyze(text=asked.text, language=asked.language, entities=asked.entities)
        for one in found:
            if hasattr(one, "recognition_metadata"):
                del one.recognition_metadata
        answer = json.dumps(found, default=lambda one: one.to_dict(), sort_keys=True).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
