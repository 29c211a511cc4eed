// Scope that changes what a Narrator tells about. For the parts of Narrator only.
#pragma once

#include "rulebook/narrator.h"

#include <utility>

namespace tgdl {

class Narrator::SceneChange {
public:
    SceneChange(Narrator& narrator, Scene scene)
        : narrator_(narrator), before_(std::exchange(narrator.scene_, std::move(scene))) {
        ++narrator_.inlined_;
    }
    SceneChange(const SceneChange&) = delete;
    SceneChange& operator=(const SceneChange&) = delete;
    ~SceneChange() {
        narrator_.scene_ = std::move(before_);
        --narrator_.inlined_;
    }

private:
    Narrator& narrator_;
    Scene before_;
};

} // namespace tgdl
