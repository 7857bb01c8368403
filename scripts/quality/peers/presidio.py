# Presidio's analyzer for npm run bench:peers: reads one line of JSON per list of texts, and prints one line
# of JSON with the seconds it took and the number of findings. Measures its own time, without a web server.
import json
import sys
import time

import spacy
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

model = next(
    name for name in spacy.util.get_installed_models() if name.startswith(("en_core_web", "en-core-web"))
)
configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": model}]}
analyzer = AnalyzerEngine(nlp_engine=NlpEngineProvider(nlp_configuration=configuration).create_engine())
print(json.dumps({"model": model}), flush=True)
for line in sys.stdin:
    texts = json.loads(line)
    began = time.perf_counter()
    findings = sum(len(analyzer.analyze(text=text, language="en")) for text in texts)
    print(json.dumps({"seconds": time.perf_counter() - began, "findings": findings}), flush=True)
